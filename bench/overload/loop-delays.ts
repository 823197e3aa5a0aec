/** How often the server's event loop was held for at most so many seconds, since its start. */
type Delays = readonly (readonly [most: number, count: number])[];

/** Reads the histogram of `/metrics`. */
export async function loopDelays(url: string): Promise<Delays> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  const buckets = text.matchAll(/^duet_event_loop_delay_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm);
  return [...buckets].map(([, most, count]) => [
    most === '+Inf' ? Number.POSITIVE_INFINITY : Number(most),
    Number(count),
  ]);
}

/** The percentile in seconds of what was counted between two looks, as `histogram_quantile` of Prometheus reckons it. */
export function percentileBetween(before: Delays, after: Delays, share: number): number {
  const counts = after.map(([most, count], n) => [most, count - (before[n]?.[1] ?? 0)] as const);
  const wanted = (counts.at(-1)?.[1] ?? 0) * share;
  let [from, below] = [0, 0];
  for (const [most, count] of counts) {
    if (count >= wanted)
      return Number.isFinite(most)
        ? from + ((most - from) * (wanted - below)) / Math.max(1, count - below)
        : from;
    [from, below] = [most, count];
  }
  return from;
}
