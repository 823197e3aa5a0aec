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

/** The place of a video, with its poster's colours; the player itself is loaded when a post has one. */
export function VideoFrame({ post }: { readonly post: Post }) {
  const { t } = useTexts();
  const poster = post.media?.[0];
  const source = post.videoUrl || post.mediaUrl;
  // The address of the medium is the video's own.
  const image = post.thumbnailUrl || post.imageUrl || poster?.thumbnailUrl;
  const { processing } = post;
  return (
    <Part>
      <div
        className={styles.player}
        style={{ aspectRatio: videoRatio(poster), backgroundImage: cssUrl(poster?.placeholder ?? '') }}
      >
        <Suspense fallback={null}>
          {processing && processing.state !== 'done' ? (
            <Conversion post={post} processing={processing} poster={image} />
          ) : (
            <VideoPlayer
              key={source}
              source={source ? mediaAddress(source) : null}
              poster={image ? mediaAddress(image) : undefined}
              duration={post.duration ?? null}
              label={t('posts.videoBy', { username: shownName(post) })}
            />
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
          <VideoPlayer {...video} />
        </Suspense>
      </div>
    </Part>
  );
}
