import { Maximize, Minimize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { durationText, positionText } from './duration.ts';
import { toggleFullScreen, useFullScreen, usePauseUnseen, usePlayback } from './use-playback.ts';
import { useResumption } from './use-resumption.ts';
import styles from './VideoControls.module.css';

interface ControlsProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** Seconds, as the rest of the app shows them; null: what the file says. */
  readonly duration: number | null;
}

interface VideoControlsProps extends ControlsProps {
  /** Whether there is something to be controlled: no longer while a fault stands in its place. */
  readonly isShown: boolean;
  /** Whether the person has asked for another try since the last fault. */
  readonly isRetryWanted: RefObject<boolean>;
}

/** How far the arrow keys seek, in seconds. */
const stepSeconds = 5;
/** How long the controls stay over a playing video after the last move or press, in ms. */
const idleMs = 2500;

/** What a video needs from when it is first played: its controls, that it pauses out of view, and that it goes on after a fault. */
export default function VideoControls({ isShown, isRetryWanted, ...controls }: VideoControlsProps) {
  usePauseUnseen(controls.video);
  useResumption(controls.video, isRetryWanted);
  return isShown && <Controls {...controls} />;
}

/** Play and pause, seek, time, sound and full screen over a video; by pointer, touch and keys (Space, K, arrows, M, F). */
function Controls({ video, duration: known }: ControlsProps) {
  const { t } = useTexts();
  const { paused, time, end, muted } = usePlayback(video);
  const frame = video.current?.parentElement ?? null;
  const isFull = useFullScreen(frame);
  const awake = useAwake(frame, paused);
  const wakes = usePresses(video, awake);
  const total = durationText(known ?? end);
  const position = positionText(time, end, known);

  // The video holds the focus that the button which began had.
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === video.current) first.current?.focus({ preventScroll: true });
  }, [video]);

  const toggle = () => togglePlay(video.current);
  const seek = (seconds: number) => {
    if (video.current) video.current.currentTime = Math.min(Math.max(0, seconds), end);
  };
  // From where the video is: what it tells of a press comes after the next press, where two come at once.
  const step = (seconds: number) => seek((video.current?.currentTime ?? 0) + seconds);
  const mute = () => {
    if (video.current) video.current.muted = !video.current.muted;
  };
  const fullScreen = () => void toggleFullScreen(frame, video.current);

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isButton = (event.target as Element).matches('button');
    const does = new Map<string, () => void>([
      ['k', toggle],
      ['m', mute],
      ['f', fullScreen],
    ]);
    // A button has a use of its own for it.
    if (!isButton) does.set(' ', toggle);
    // The browser's own steps of a range are too small.
    does.set('arrowleft', () => step(-stepSeconds));
    does.set('arrowright', () => step(stepSeconds));
    const act = does.get(event.key.toLowerCase());
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the controls inside, and the touch that brings them back
    <div
      className={classes(styles.controls, !awake && styles.asleep)}
      onKeyDown={press}
      onPointerDownCapture={wakes.down}
      onClickCapture={wakes.click}
    >
      <div className={styles.bar}>
        <input
          type="range"
          min={0}
          max={end || 1}
          step="any"
          value={Math.min(time, end || 1)}
          aria-label={t('posts.videoPosition')}
          aria-valuetext={t('posts.videoTime', { time: position, duration: total })}
          style={{ '--played': `${end > 0 ? (time / end) * 100 : 0}%` } as CSSProperties}
          onChange={(event) => seek(Number(event.target.value))}
        />
        <IconButton
          ref={first}
          label={t(paused ? 'posts.playVideo' : 'posts.pauseVideo')}
          onClick={toggle}
          className={styles.control}
        >
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        </IconButton>
        <span aria-hidden="true" className={styles.time}>
          {position} / {total}
        </span>
        <IconButton
          label={t(muted ? 'posts.videoUnmute' : 'posts.videoMute')}
          onClick={mute}
          className={styles.control}
        >
          {muted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        </IconButton>
        <IconButton
          label={t(isFull ? 'posts.videoSmall' : 'posts.videoFull')}
          onClick={fullScreen}
          className={styles.control}
        >
          {isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
        </IconButton>
      </div>
    </div>
  );
}

function togglePlay(video: HTMLVideoElement | null): void {
  if (video?.paused) video.play().catch(() => undefined);
  else video?.pause();
}

/**
 * Plays and pauses by a press on the video itself. The touch that brings the controls back does nothing else, on the video
 * or on a control that was not to be seen: for those, the handlers that it answers.
 */
function usePresses(video: RefObject<HTMLVideoElement | null>, awake: boolean) {
  const wakes = useRef(false);
  // Before they are painted: a touch that sees no controls wakes them, one that sees them does what they say.
  useLayoutEffect(() => {
    const element = video.current;
    if (!element) return;
    // Before the press reaches the frame, which wakes the controls.
    const down = ({ pointerType }: PointerEvent) => {
      wakes.current = pointerType === 'touch' && !awake;
    };
    const click = () => wakes.current || togglePlay(element);
    element.addEventListener('pointerdown', down);
    element.addEventListener('click', click);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('click', click);
    };
  }, [video, awake]);
  return {
    down: ({ pointerType }: ReactPointerEvent) => {
      wakes.current = pointerType === 'touch' && !awake;
    },
    click: (event: MouseEvent) => {
      // A press of a key comes without a touch before it.
      if (wakes.current && event.detail > 0) event.stopPropagation();
    },
  };
}

/** Whether controls are to be seen: always while it stands, else for a while after a move, a press or a key. */
function useAwake(frame: HTMLElement | null, paused: boolean): boolean {
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    if (!frame) return;
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setAwake(true);
      clearTimeout(timer);
      if (!paused) timer = setTimeout(() => setAwake(false), idleMs);
    };
    wake();
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const name of events) frame.addEventListener(name, wake);
    return () => {
      clearTimeout(timer);
      for (const name of events) frame.removeEventListener(name, wake);
    };
  }, [frame, paused]);
  return awake;
}
