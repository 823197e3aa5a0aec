/** Something that lies over a page: a sheet, a menu, a viewer. */
export interface Layer {
  /** Asks to close, as going back does. It may stay open: to ask about words that are not saved, or while it is busy. */
  readonly close: () => void;
  /** Closes without a question: the page below has been left. */
  readonly leave: () => void;
}

/** What a history entry keeps: react-router's place of the page, and how many layers lie over it. */
interface EntryState {
  readonly idx?: number;
  readonly key?: string;
  readonly layer?: number;
}

type Arrive = (event: PopStateEvent) => void;

/** The part of a browser's window that is needed here. */
export interface HistoryWindow {
  readonly history: Pick<History, 'state' | 'length' | 'go' | 'pushState' | 'replaceState'>;
  readonly location: Pick<Location, 'href'>;
  readonly navigation?: {
    readonly canGoForward: boolean;
    readonly currentEntry: { readonly index: number } | null;
    entries(): readonly { readonly url: string | null }[];
  };
  addEventListener(type: 'popstate', listener: Arrive): void;
}

/**
 * How long new layers wait for an own traversal, in ms. After that they get their entries without it: browsers drop a
 * traversal now and then, and a busy one delivers it much later.
 */
const traversalMs = 1000;

/**
 * Gives each open layer an entry of the browser's history, so that Back (a button, a gesture, the phone) closes the
 * topmost one and stays on the page. The router keeps one entry a page: it navigates through `push`, `replace` and `go`,
 * and is notified of a traversal only when that leads to another page.
 *
 * An entry is taken back when its layer closes by itself. A navigation from inside a layer takes its entry over. Entries
 * that are left behind, below such a navigation or ahead after Back, are passed over.
 *
 * The next arrival counts as the own traversal that was asked for, however late it is: it closes nothing that was opened
 * since, and is not asked for a second time, which would leave the page. Where the browser has dropped it, one press of
 * Back has no effect.
 */
export class LayerHistory {
  readonly #window: HistoryWindow;
  #layers: readonly Layer[] = [];
  #notifyRouter: Arrive | null = null;
  /** The page as the router knows it. */
  #page: { readonly state: EntryState; readonly url: string };
  /** How many layers' entries lie between the page's entry and the present one. */
  #depth: number;
  /** Steps of an own traversal that has not arrived, or 0. */
  #steps = 0;
  /** Nothing waits any more for that traversal; it may still arrive. */
  #late = false;
  #lateness: ReturnType<typeof setTimeout> | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** A page took the entry from which an own traversal is on its way back; it has to be returned to. */
  #overtaken = false;

  constructor(window: HistoryWindow) {
    this.#window = window;
    this.#page = { state: this.#state, url: window.location.href };
    this.#depth = this.#state.layer ?? 0;
    window.addEventListener('popstate', (event) => this.#arrive(event));
    // The page was loaded again with a layer open, which is gone.
    if (this.#depth === 0) return;
    if (this.#isAbovePage()) this.#settleSoon();
    else {
      this.#depth = 0;
      window.history.replaceState({ ...this.#state, layer: 0 }, '');
    }
  }

  /**
   * Whether the page's own entry is where its layers' say. A browser that loads the page again in the moment in which a layer opens
   * may keep the state of the layer's entry in the place of the page's: going back from there would leave the page, or the site.
   */
  #isAbovePage(): boolean {
    const { navigation, location } = this.#window;
    if (!navigation?.currentEntry) return true;
    const below = navigation.entries()[navigation.currentEntry.index - this.#depth];
    return below?.url?.split(/[?#]/)[0] === location.href.split(/[?#]/)[0];
  }

  get #state(): EntryState {
    return (this.#window.history.state as EntryState | null) ?? {};
  }

  /** Opens a layer on top; the answered function says that it has closed. */
  open(layer: Layer): () => void {
    this.#layers = [...this.#layers, layer];
    // At once: browsers pass over entries that were not made by a press.
    if (!this.#isWaiting) this.#pushLayers();
    return () => {
      if (!this.#layers.includes(layer)) return;
      this.#layers = this.#layers.filter((other) => other !== layer);
      this.#settleSoon();
    };
  }

  /** Asks the topmost layer to close; answers whether there is one. */
  closeTop(): boolean {
    const top = this.#layers.at(-1);
    top?.close();
    return top !== undefined;
  }

  /** For the router: another page. From inside a layer it takes that layer's entry. */
  push(state: unknown, url: string): void {
    const { history } = this.#window;
    // What lies ahead goes with a new entry, and a traversal to it with that; it would arrive beside an entry taken over.
    const isGoingAhead = this.#steps > 0;
    if (isGoingAhead) this.#arrived();
    this.#overtaken ||= this.#depth > 0 && this.#steps !== 0;
    if (this.#depth > 0 && !isGoingAhead) history.replaceState(state, '', url);
    else history.pushState(state, '', url);
    this.#become(state);
    this.#leaveLayers();
  }

  /** For the router: another address or state of this page. Its entry gets them when the layers are closed. */
  replace(state: unknown, url?: string): void {
    this.#window.history.replaceState({ ...(state as EntryState), layer: this.#depth }, '', url);
    this.#page = { state: state as EntryState, url: this.#window.location.href };
  }

  /** For the router: so many pages back or ahead, whatever lies over this one. */
  go(pages: number): void {
    // As many as there are once what was asked for before has arrived.
    const over = this.#steps < 0 ? Math.max(this.#depth + this.#steps, this.#layers.length) : this.#depth;
    // The traversal that would have been returned from leads to the former page.
    const isUnderWay = pages < 0 && this.#overtaken;
    if (isUnderWay) this.#overtaken = false;
    this.#travel(pages < 0 ? pages - over + Number(isUnderWay) : pages);
  }

  /** For the router: `arrive` is called for traversals to other pages. */
  listen(arrive: Arrive): void {
    this.#notifyRouter = arrive;
  }

  #become(state: unknown): void {
    this.#page = { state: state as EntryState, url: this.#window.location.href };
    this.#depth = 0;
  }

  #pushLayers(): void {
    // An entry of another page, from which a traversal leads back to this one.
    if (this.#state.key !== this.#page.state.key) return;
    while (this.#depth < this.#layers.length) {
      this.#depth += 1;
      this.#window.history.pushState({ ...this.#page.state, layer: this.#depth }, '');
    }
  }

  #leaveLayers(): void {
    const left = this.#layers;
    this.#layers = [];
    for (const layer of left.toReversed()) layer.leave();
  }

  #travel(steps: number): void {
    if (steps === 0) return;
    this.#arrived();
    this.#steps = steps;
    // Ahead, and at another page, an arrival has the same effect whoever asked for it.
    const takesBack = steps < 0 && this.#depth + steps >= 0;
    this.#lateness = setTimeout(() => {
      if (takesBack) this.#late = true;
      else this.#arrived();
      this.#settle();
    }, traversalMs);
    this.#window.history.go(steps);
  }

  /** Ends an own traversal; answers its steps. */
  #arrived(): number {
    const steps = this.#steps;
    clearTimeout(this.#lateness);
    this.#steps = 0;
    this.#late = false;
    return steps;
  }

  get #isWaiting(): boolean {
    return this.#steps !== 0 && !this.#late;
  }

  /** A navigation or another layer that follows at once takes the entry of a closed layer over. */
  #settleSoon(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#settle();
    });
  }

  /** Makes as many entries as there are layers. While a traversal is on its way, its arrival does. */
  #settle(): void {
    if (this.#isWaiting) return;
    const over = this.#depth - this.#layers.length;
    if (over <= 0) this.#pushLayers();
    else if (!this.#late) this.#travel(-over);
  }

  #arrive(event: PopStateEvent): void {
    const at = this.#state;
    const depth = at.layer ?? 0;
    if (this.#steps < 0 && at.idx === this.#page.state.idx && depth > this.#depth) {
      // Somebody has gone ahead; the own traversal back is still to come.
      this.#depth = depth;
      return;
    }
    const steps = this.#arrived();
    if (this.#overtaken) {
      this.#overtaken = false;
      if (steps !== 0 && at.key !== this.#page.state.key) {
        this.#travel(-steps);
        return;
      }
    }
    if (at.idx !== this.#page.state.idx || at.idx === undefined) this.#arriveAtPage(event, at, depth);
    else this.#arriveAtLayer(at, depth, steps !== 0);
  }

  /** Another entry of this page. */
  #arriveAtLayer(at: EntryState, depth: number, isOwn: boolean): void {
    const moved = this.#depth - depth;
    this.#depth = depth;
    this.#bringPageAlong(at);
    if (moved > 0 && !isOwn) this.#goneBack(moved);
    else if (moved < 0 && !isOwn && this.#window.navigation?.canGoForward) this.#travel(1);
    else this.#settle();
  }

  /** Another page, or what a layer over it has left behind. */
  #arriveAtPage(event: PopStateEvent, at: EntryState, depth: number): void {
    if (depth > 0) {
      const ahead = Number(at.idx) > Number(this.#page.state.idx) && this.#window.navigation?.canGoForward;
      this.#travel(ahead ? 1 : -depth);
    } else {
      this.#become(at);
      this.#leaveLayers();
      this.#notifyRouter?.(event);
    }
  }

  /** Somebody went back by so many entries, of which some may have waited to be taken back. */
  #goneBack(entries: number): void {
    const stay = this.#layers.length - entries;
    for (const layer of this.#layers.slice(Math.max(0, stay)).toReversed()) layer.close();
    if (stay < 0) this.#travel(stay - this.#depth);
    // Whoever stays open gets its entry again.
    else this.#settleSoon();
  }

  /** The page's address may have been replaced while a layer's entry was the present one. */
  #bringPageAlong(at: EntryState): void {
    const { state, url } = this.#page;
    if (at.key === state.key && this.#window.location.href === url) return;
    this.#window.history.replaceState({ ...state, layer: this.#depth }, '', url);
  }
}
