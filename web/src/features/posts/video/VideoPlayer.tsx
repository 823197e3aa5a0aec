import { Play } from 'lucide-react';
import {
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { deviceStorage } from '../../../device/storage.ts';
import { soundKey } from '../../../device/storage-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { loginPrompt } from '../../../session/LoginPrompt.tsx';
import { useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { durationText } from './duration.ts';
import { leaveFullScreen, pauseOthers, releaseVideo, stopAtLimit } from './playback.ts';
import styles from './VideoPlayer.module.css';

/** Nobody needs the controls before a video is played. */
const loadControls = () => import('./VideoControls.tsx');
const VideoControls = lazy(loadControls);

interface VideoPlayerProps {
  readonly source: string | null;
  readonly poster: string | undefined;
  /** Seconds, or null where it is not known. */
  readonly duration: number | null;
  /** Names it. */
  readonly label: string;
}

type Fault = 'posts.videoMissing' | 'posts.videoError' | 'posts.videoTimeout';

/** Where there is no poster, the frame at this moment stands for it, in seconds: the very first one is often black. */
const posterAt = 0.1;

/** Shows the poster, begins to load when it comes near, and plays. */
export default function VideoPlayer({ source, poster, duration, label }: VideoPlayerProps) {
  const { t } = useTexts();
  const isGuest = useUser() === null;
  const video = useRef<HTMLVideoElement>(null);
  const isRetryWanted = useRef(false);
  const near = useNear(video);
  const [started, setStarted] = useState(false);
  const [fault, setFault] = useState<Fault | null>(source ? null : 'posts.videoMissing');
  // Its signature changes every few minutes, and another address starts a video over: one that runs keeps its own until that fails.
  const [playing, setPlaying] = useState(source);
  if (playing !== source && (!started || fault)) {
    setPlaying(source);
    setFault(null);
  }
  const loading = near && !fault ? playing : null;
  const length = durationText(duration);

  useLoadingWatch(
    video,
    loading,
    useCallback(() => setFault('posts.videoTimeout'), []),
  );
  // Before it can be touched: what somebody changes at once must not be undone.
  useLayoutEffect(() => {
    const element = video.current;
    if (!element) return;
    applySound(element);
    return () => releaseVideo(element);
  }, []);

  function limitGuest() {
    const element = video.current;
    if (!isGuest || !element || !stopAtLimit(element)) return;
    leaveFullScreen(element);
    loginPrompt.open('video');
  }

  function begin() {
    // The button that has the focus is about to go.
    flushSync(() => setStarted(true));
    const element = video.current;
    if (element && element.currentTime <= posterAt) element.currentTime = 0;
    // Where the browser refuses, the controls offer it.
    element?.play().catch(() => undefined);
    element?.focus({ preventScroll: true });
  }

  function retry() {
    isRetryWanted.current = true;
    setFault(null);
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what people film has no captions to offer */}
      <video
        ref={video}
        src={loading ?? undefined}
        poster={poster}
        preload={near ? 'metadata' : 'none'}
        playsInline
        tabIndex={-1}
        aria-label={label}
        onLoadedMetadata={({ currentTarget: element }) => {
          if (!poster && element.paused && element.currentTime === 0) element.currentTime = posterAt;
        }}
        onPlay={(event) => {
          setStarted(true);
          pauseOthers(event.currentTarget);
          limitGuest();
        }}
        onTimeUpdate={limitGuest}
        onSeeking={limitGuest}
        onVolumeChange={(event) => keepSound(event.currentTarget)}
        onError={() => {
          if (loading !== source) setPlaying(source);
          else if (loading) setFault('posts.videoError');
        }}
      />
      {!started && !fault && (
        <button
          type="button"
          className={styles.start}
          aria-label={length ? t('posts.playVideoLong', { duration: length }) : t('posts.playVideo')}
          onPointerEnter={loadControls}
          onFocus={loadControls}
          onClick={begin}
        >
          <span className={styles.disc}>
            <Play size={32} aria-hidden />
          </span>
          {length && <span className={styles.duration}>{length}</span>}
        </button>
      )}
      {started && (
        <ErrorBoundary instead={<BrowserControls video={video} />}>
          <Suspense fallback={null}>
            <VideoControls video={video} duration={duration} isShown={!fault} isRetryWanted={isRetryWanted} />
          </Suspense>
        </ErrorBoundary>
      )}
      {fault && (
        <div className={styles.fault} role="alert">
          <p>{t(fault)}</p>
          {source && (
            <Button variant="secondary" size="small" onClick={retry}>
              {t('actions.retry')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Shows the browser's own controls, where ours did not come. */
function BrowserControls({ video }: { readonly video: RefObject<HTMLVideoElement | null> }) {
  useEffect(() => {
    if (video.current) video.current.controls = true;
  }, [video]);
  return null;
}

/** Whether an element has come within a screen of what is in the viewport; stays true. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, near]);
  return near;
}

/** How long nothing at all may arrive before the video's measures are known, in ms. */
const stalledMs = 10_000;

/** Calls `onTimeout` when a video does not begin to load in time. Starts again with every source. */
function useLoadingWatch(
  video: RefObject<HTMLVideoElement | null>,
  source: string | null,
  onTimeout: () => void,
): void {
  useEffect(() => {
    const element = video.current;
    if (!element || source === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const over = () => {
      if (element.readyState < HTMLMediaElement.HAVE_METADATA) onTimeout();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(over, stalledMs);
    };
    wait();
    element.addEventListener('progress', wait);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('progress', wait);
    };
  }, [video, source, onTimeout]);
}

interface Sound {
  readonly muted: boolean;
  /** 0 to 1. */
  readonly volume: number;
}

/** How loud the last video was on this device. */
function keptSound(): Sound {
  const { muted, volume } = (deviceStorage.getJson(soundKey) ?? {}) as Partial<Sound>;
  const known = typeof volume === 'number' && volume >= 0 && volume <= 1;
  return { muted: muted === true, volume: known ? volume : 1 };
}

function applySound(video: HTMLVideoElement): void {
  const { muted, volume } = keptSound();
  video.muted = muted;
  video.volume = volume;
}

const keepSound = ({ muted, volume }: HTMLVideoElement): void => {
  deviceStorage.setJson(soundKey, { muted, volume });
};
