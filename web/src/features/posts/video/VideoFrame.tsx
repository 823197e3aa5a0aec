import { shownName } from '@duet/contract/accounts/shown-name';
import type { Post } from '@duet/contract/posts/shapes';
import { lazy, Suspense } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { Part } from '../../../offline/Part.tsx';
import { shownRatio } from '../picture/pictures.ts';
import { cssUrl } from '../picture/placeholder.ts';
import styles from './VideoPlayer.module.css';

const VideoPlayer = lazy(() => import('./VideoPlayer.tsx'));
const Conversion = lazy(() => import('./Conversion.tsx'));

/** Of a video whose measures are not known. */
const usual = { width: 16, height: 9 };

/** The place of a video, with its poster's colours; the player itself is loaded when a post has one. */
export function VideoFrame({ post }: { readonly post: Post }) {
  const poster = post.media?.[0];
  const measured = poster && poster.width > 0 && poster.height > 0 ? poster : usual;
  const source = post.videoUrl || post.mediaUrl;
  // The address of the medium is the video's own.
  const image = post.thumbnailUrl || post.imageUrl || poster?.thumbnailUrl;
  const { processing } = post;
  return (
    <Part>
      <div
        className={styles.player}
        style={{ aspectRatio: shownRatio(measured), backgroundImage: cssUrl(poster?.placeholder ?? '') }}
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
              author={shownName(post)}
            />
          )}
        </Suspense>
      </div>
    </Part>
  );
}
