/** One figure over time: `[seconds, value]`. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [seconds: number, value: number])[];
}

/** A straight line through a series, by least squares. */
interface Fitted {
  readonly first: number;
  readonly last: number;
  readonly mean: number;
  /** By how much the line rises from the beginning to the end. */
  readonly rise: number;
  /** The standard deviation of the points about the line. */
  readonly noise: number;
  readonly flat: boolean;
}

/** What rises by less than so much of its mean, or so many times its noise, is flat. */
const smallShare = 0.05;
const noises = 2;

/** The line through all but the first quarter, in which a server fills its caches. */
export function lineThrough({ points }: Series): Fitted {
  const used = points.slice(Math.floor(points.length / 4));
  const count = Math.max(1, used.length);
  const meanX = used.reduce((sum, [x]) => sum + x, 0) / count;
  const mean = used.reduce((sum, [, y]) => sum + y, 0) / count;
  const varied = used.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = varied === 0 ? 0 : used.reduce((sum, [x, y]) => sum + (x - meanX) * (y - mean), 0) / varied;
  const noise = Math.sqrt(
    used.reduce((sum, [x, y]) => sum + (y - mean - slope * (x - meanX)) ** 2, 0) / count,
  );
  const rise = slope * ((used.at(-1)?.[0] ?? 0) - (used[0]?.[0] ?? 0));
  return {
    first: points[0]?.[1] ?? 0,
    last: points.at(-1)?.[1] ?? 0,
    mean,
    rise,
    noise,
    flat: rise <= Math.max(smallShare * Math.abs(mean), noises * noise, 1),
  };
}
