import { native } from './platform.ts';

/** Product.md §9: at most five taps a second, and at least 100 ms between two. */
const perSecond = 5;
const apartMs = 100;

/** Says of each moment (ms) whether a tap may be felt then. */
export function hapticLimiter(): (now: number) => boolean {
  let felt: readonly number[] = [];
  return (now) => {
    felt = felt.filter((at) => now - at < 1000);
    const last = felt.at(-1);
    if (felt.length >= perSecond || (last !== undefined && now - last < apartMs)) return false;
    felt = [...felt, now];
    return true;
  };
}

const may = hapticLimiter();

/** A short tap to feel: something has been reached or done. More than a few a second are left out. */
export function hapticTap(): void {
  if (may(performance.now())) native().tap().catch(ignore);
}

/** Devices without a motor refuse; nothing is lost. */
const ignore = () => undefined;
