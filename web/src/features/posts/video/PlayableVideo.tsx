import { lazy, Suspense } from 'react';
import { Part } from '../../../offline/Part.tsx';
import { type Measures, videoRatio } from '../picture/pictures.ts';
import styles from './VideoPlayer.module.css';

const VideoPlayer = lazy(() => import('./VideoPlayer.tsx'));

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
