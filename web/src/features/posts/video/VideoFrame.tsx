import { shownName } from '@duet/contract/accounts/shown-name';
import type { Post } from '@duet/contract/posts/shapes';
import { lazy, Suspense } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Part } from '../../../offline/Part.tsx';
import { cssUrl } from '../picture/Picture.tsx';
import { type Measures, videoRatio } from '../picture/pictures.ts';
import styles from './VideoPlayer.module.css';

const VideoPlayer = lazy(() => import('./VideoPlayer.tsx'));
const Conversion = lazy(() => import('./Conversion.tsx'));

/** What an address is of, however it is signed: a player is of one file. */
const fileOf = (address: string | null | undefined): string | undefined => address?.split('?', 1)[0];

interface VideoFrameProps {
  readonly post: Post;
  /** Its poster loads at once. */
  readonly eager: boolean;
}

/** The place of a video, with its poster, which does not wait for the player: that is loaded when a post has one. */
export function VideoFrame({ post, eager }: VideoFrameProps) {
  const { t } = useTexts();
  const [medium] = post.media ?? [];
  const source = post.videoUrl || post.mediaUrl;
  // The address of the medium is the video's own.
  const image = post.thumbnailUrl || post.imageUrl || medium?.thumbnailUrl;
  const poster = image ? mediaAddress(image) : undefined;
  const { processing } = post;
  const isConverted = !processing || processing.state === 'done';
  return (
    <Part>
      <div
        className={styles.player}
        style={{ aspectRatio: videoRatio(medium), backgroundImage: cssUrl(medium?.placeholder ?? '') }}
      >
        {isConverted && poster && (
          <img src={poster} alt="" className={styles.poster} loading={eager ? 'eager' : 'lazy'} />
        )}
        <Suspense fallback={null}>
          {isConverted ? (
            <VideoPlayer
              key={fileOf(source)}
              source={source ? mediaAddress(source) : null}
              poster={poster}
              duration={post.duration ?? null}
              label={t('posts.videoBy', { username: shownName(post) })}
            />
          ) : (
            <Conversion post={post} processing={processing} poster={image} />
          )}
        </Suspense>
      </div>
    </Part>
  );
}

interface PlayableVideoProps {
  readonly source: string;
  readonly poster: string | undefined;
  /** Seconds, or null where it is not known. */
  readonly duration: number | null;
  readonly measures: Measures | undefined;
  /** Names it. */
  readonly label: string;
}

/** A video outside of a post, such as the one that was picked in a form; it plays as those of posts do. */
export function PlayableVideo({ measures, ...video }: PlayableVideoProps) {
  return (
    <Part>
      <div className={styles.player} style={{ aspectRatio: videoRatio(measures) }}>
        <Suspense fallback={null}>
          <VideoPlayer key={fileOf(video.source)} {...video} />
        </Suspense>
      </div>
    </Part>
  );
}
