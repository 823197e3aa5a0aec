import { ImagePlus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { prefersReducedMotion } from '../../../theme/media-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFilePicker } from '../../../ui/file-picker.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { useToast } from '../../../ui/toast.ts';
import { type OpenVideo, openVideo, sampleTimes, thumbnailOf } from './frames.ts';
import styles from './ThumbnailChoice.module.css';
import type { PickedVideo } from './use-picked-video.ts';

interface ThumbnailChoiceProps {
  readonly video: PickedVideo;
  /** The chosen one, a JPEG as a data URL. */
  readonly chosen: string | null;
  readonly fault: string | null;
  readonly onChoose: (thumbnail: string) => void;
}

const places = ['1', '2', '3', '4', '5', '6'];
const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;

/** The picture that stands for the video until it plays: one of some frames, any moment, or a picture of one's own. */
export function ThumbnailChoice({ video, chosen, fault, onChoose }: ThumbnailChoiceProps) {
  const { t } = useTexts();
  const toast = useToast();
  const note = useId();
  const section = useRef<HTMLElement>(null);
  const { frames, failed, frameAt } = useFrames(video);
  const [moment, setMoment] = useState(0);
  const [pressed, setPressed] = useState(0);
  const newest = useRef(0);
  const picker = useFilePicker({
    accept: 'image/*',
    onPick: ([file]) => file && void choose(thumbnailOf(file)),
  });
  const duration = video.metadata?.duration ?? 0;
  // Where nothing moves, some frames are the same picture; the pressed one is chosen, not all of them.
  const first = frames.findIndex(({ picture }) => picture === chosen);
  const marked = first !== -1 && frames[pressed]?.picture === chosen ? pressed : first;

  useEffect(() => {
    const still = prefersReducedMotion();
    if (fault) section.current?.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' });
  }, [fault]);

  // What comes after another video was picked is no thumbnail of that one.
  useEffect(
    () => () => {
      newest.current = -1;
    },
    [],
  );

  async function choose(thumbnail: Promise<string>): Promise<void> {
    newest.current += 1;
    const mine = newest.current;
    try {
      const picture = await thumbnail;
      // While one is made, a later one may have been asked for.
      if (newest.current === mine) onChoose(picture);
    } catch (error) {
      if (newest.current === mine) toast.error(failureText(error, t('upload.thumbnailFailed')));
    }
  }

  return (
    <section ref={section} className={styles.choice} aria-labelledby={note}>
      <h2 id={note}>{t('composer.thumbnail')}</h2>
      {video.metadata && !failed && (
        <>
          <div className={styles.frames}>
            {places.map((place, n) => {
              const frame = frames[n];
              if (!frame) return <Skeleton key={place} className={styles.frame} />;
              return (
                <button
                  key={place}
                  type="button"
                  className={classes(styles.frame, n === marked && styles.chosen)}
                  aria-pressed={n === marked}
                  aria-label={t('composer.thumbnailAt', { time: clock(frame.at) })}
                  onClick={() => {
                    setMoment(frame.at);
                    setPressed(n);
                    void choose(Promise.resolve(frame.picture));
                  }}
                >
                  <img src={frame.picture} alt="" />
                </button>
              );
            })}
          </div>
          <label className={styles.moment}>
            <span>{t('composer.thumbnailMoment')}</span>
            <input
              type="range"
              min={0}
              max={duration}
              step={Math.max(0.04, duration / 500)}
              value={moment}
              aria-valuetext={clock(moment)}
              onChange={(event) => {
                const seconds = Number(event.target.value);
                setMoment(seconds);
                void choose(frameAt(Math.min(seconds, Math.max(0, duration - 0.05))));
              }}
            />
            <output>{clock(moment)}</output>
          </label>
        </>
      )}
      {!video.metadata && <p className={styles.hint}>{t('composer.thumbnailUnseen')}</p>}
      {failed && (
        <p className={styles.fault} role="alert">
          {t('upload.thumbnailFailed')}
        </p>
      )}
      <Button
        variant="quiet"
        size="small"
        className={styles.own}
        icon={<ImagePlus size={20} aria-hidden />}
        onClick={picker.open}
      >
        {t('composer.thumbnailOwn')}
      </Button>
      {picker.input}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}

const shownFrames = 6;

interface Frame {
  /** Seconds. */
  readonly at: number;
  /** A JPEG as a data URL. */
  readonly picture: string;
}

interface Frames {
  readonly frames: readonly Frame[];
  readonly failed: boolean;
  /** The frame at any moment. */
  readonly frameAt: (seconds: number) => Promise<string>;
}

/** Some frames along a picked video, one after the other as they are ready. */
function useFrames({ address, metadata }: PickedVideo): Frames {
  const [frames, setFrames] = useState<readonly Frame[]>([]);
  const [failed, setFailed] = useState(false);
  const opened = useRef<Promise<OpenVideo>>(undefined);
  const duration = metadata?.duration;

  useEffect(() => {
    if (duration === undefined) return;
    let over = false;
    const opening = openVideo(address);
    opened.current = opening;
    setFrames([]);
    setFailed(false);
    const show = async () => {
      const video = await opening;
      for (const at of sampleTimes(duration, shownFrames)) {
        if (over) break;
        const picture = await video.frameAt(at);
        if (!over) setFrames((before) => [...before, { at, picture }]);
      }
    };
    show().catch(() => !over && setFailed(true));
    return () => {
      over = true;
      // What could not be opened has nothing to close; `show` has said so.
      void opening.then((video) => video.close()).catch(() => undefined);
    };
  }, [address, duration]);

  return {
    frames,
    failed,
    async frameAt(seconds) {
      const video = await (opened.current ?? openVideo(address));
      return video.frameAt(seconds);
    },
  };
}
