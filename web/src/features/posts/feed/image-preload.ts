import { limits } from '@duet/contract/limits';

/** Begins to load a picture and can give it up. */
export interface Loading {
  cancel(): void;
}

/**
 * Loads the pictures that come next before they are reached. Holds the newest three; an older one that is still
 * loading is given up, so that quick scrolling never queues what is already past.
 */
export class ImagePreload {
  readonly #held = new Map<string, Loading>();
  readonly #load: (url: string) => Loading;

  constructor(load: (url: string) => Loading) {
    this.#load = load;
  }

  get held(): readonly string[] {
    return [...this.#held.keys()];
  }

  preload(urls: readonly string[]): void {
    for (const url of urls.slice(0, limits.feed.imagePreloadCache)) {
      const held = this.#held.get(url) ?? this.#load(url);
      this.#held.delete(url);
      this.#held.set(url, held);
    }
    for (const [url, loading] of this.#held) {
      if (this.#held.size <= limits.feed.imagePreloadCache) break;
      loading.cancel();
      this.#held.delete(url);
    }
  }
}

/** Loads with the browser's own picture element, behind everything that is in sight. */
export function loadImage(url: string): Loading {
  const image = new Image();
  image.fetchPriority = 'low';
  image.decoding = 'async';
  image.src = url;
  return {
    cancel: () => {
      if (!image.complete) image.src = '';
    },
  };
}
