import { limits } from '@duet/contract/limits';

/** The sizes among which the browser chooses, as its picture element takes them. */
export interface Sizes {
  readonly srcSet: string;
  readonly sizes: string;
}

type Load = (url: string, sizes?: Sizes) => Loading;

/** Begins to load a picture and can give it up. */
interface Loading {
  cancel(): void;
}

/**
 * Loads the pictures that come next before they are reached. Holds the newest three; an older one that is still
 * loading is given up, so that quick scrolling never queues what is already past.
 */
export class ImagePreload {
  readonly #held = new Map<string, Loading>();
  readonly #load: Load;

  constructor(load: Load) {
    this.#load = load;
  }

  get held(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** `sizes` of those that have some, by their address. */
  preload(urls: readonly string[], sizes?: ReadonlyMap<string, Sizes | undefined>): void {
    for (const url of urls.slice(0, limits.feed.imagePreloadCache)) {
      const held = this.#held.get(url) ?? this.#load(url, sizes?.get(url));
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

/** Loads with the browser's own picture element, behind everything that is in the viewport. */
export function loadImage(url: string, sizes?: Sizes): Loading {
  const image = new Image();
  image.fetchPriority = 'low';
  image.decoding = 'async';
  if (sizes) {
    image.sizes = sizes.sizes;
    image.srcset = sizes.srcSet;
  }
  image.src = url;
  return {
    cancel: () => {
      if (image.complete) return;
      image.srcset = '';
      image.src = '';
    },
  };
}
