import { useEffect, useRef, useState } from 'react';
import { momentsAlong, type OpenVideo, openVideo } from './frames.ts';
import type { PickedVideo } from './use-picked-video.ts';

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
export function useFrames({ address, metadata }: PickedVideo): Frames {
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
      for (const at of momentsAlong(duration, shownFrames)) {
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
