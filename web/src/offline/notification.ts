import type { PushPayload } from '@duet/contract/push/shapes';

/** What a shown notification remembers. */
export interface Shown {
  readonly url: string;
  /** How many of its tag it stands for. */
  readonly count: number;
  /** Its place was being looked at when it came: what comes later is counted without it. */
  readonly seen: boolean;
}

interface Showing {
  readonly title: string;
  readonly options: NotificationOptions & {
    readonly data: Shown;
    readonly renotify: boolean;
    readonly timestamp: number;
  };
}

/** A path of this app and nothing else, whatever a notification says. */
export function pathInside(url: unknown, origin: string): string | null {
  if (typeof url !== 'string' || !/^\/(?![/\\])/.test(url)) return null;
  const { origin: target, pathname, search, hash } = new URL(url, origin);
  return target === origin ? pathname + search + hash : null;
}

/**
 * How a notification looks: on its own, or as one more of those of its tag that are still there.
 * @param seen whether its place is being looked at: then it is not heard as well
 */
export function showing(payload: PushPayload, before: Partial<Shown> | undefined, seen = false): Showing {
  const count = (before?.seen ? 0 : (before?.count ?? 0)) + 1;
  const form = payload.many[new Intl.PluralRules(payload.lang).select(count)] ?? payload.many.other;
  const many =
    count > 1 && form ? form.replace('{count}', new Intl.NumberFormat(payload.lang).format(count)) : null;
  return {
    title: payload.title,
    options: {
      body: many ?? payload.body,
      tag: payload.tag,
      lang: payload.lang,
      icon: '/icons/icon-192.png',
      badge: '/icons/icon-monochrome-512.png',
      timestamp: payload.at,
      // A further one of a tag takes the place of the former and is heard again.
      renotify: !seen,
      silent: seen,
      data: { url: payload.url, count, seen },
    },
  };
}
