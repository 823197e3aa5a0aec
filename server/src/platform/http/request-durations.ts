/** Seconds; the last bucket holds the rest. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Of one route, method and status. */
class Durations {
  /** Of each bucket those that are in none before it; nearly all are in the first. */
  readonly #counts = new Array<number>(buckets.length + 1).fill(0);
  #count = 0;
  #sum = 0;

  add(seconds: number): void {
    this.#count += 1;
    this.#sum += seconds;
    let bucket = 0;
    while (bucket < buckets.length && seconds > (buckets[bucket] ?? 0)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  lines(labels: string): string[] {
    const name = 'duet_request_seconds';
    let upTo = 0;
    return [
      ...buckets.map((most, index) => {
        upTo += this.#counts[index] ?? 0;
        return `${name}_bucket{${labels},le="${most}"} ${upTo}`;
      }),
      `${name}_bucket{${labels},le="+Inf"} ${this.#count}`,
      `${name}_sum{${labels}} ${this.#sum}`,
      `${name}_count{${labels}} ${this.#count}`,
    ];
  }
}

interface Answered {
  readonly method: string;
  /** The path as the router has it, or `none`. */
  readonly route: string;
  readonly status: number;
}

function getOrInsert<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  map.set(key, fresh);
  return fresh;
}

/** How long requests took, by method, route and status. */
export class RequestDurations {
  /** By route, then method, then status: to write the labels for each request would take longer than to count it. */
  readonly #durations = new Map<string, Map<string, Map<number, Durations>>>();

  add({ method, route, status }: Answered, seconds: number): void {
    const methods = getOrInsert(this.#durations, route, () => new Map());
    const statuses = getOrInsert(methods, method, () => new Map());
    getOrInsert(statuses, status, () => new Durations()).add(seconds);
  }

  /** In Prometheus' text form. */
  lines(): string[] {
    return [
      '# TYPE duet_request_seconds histogram',
      ...[...this.#durations].flatMap(([route, methods]) =>
        [...methods].flatMap(([method, statuses]) =>
          [...statuses].flatMap(([status, each]) =>
            each.lines(`method="${method}",route="${route}",status="${status}"`),
          ),
        ),
      ),
    ];
  }
}
