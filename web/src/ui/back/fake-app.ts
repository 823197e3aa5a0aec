import { FakeBrowser } from './fake-browser.ts';
import { type Layer, LayerHistory } from './layer-history.ts';

/** An app as react-router and the sheets of Duet make it: pages by their address, layers by name. */
export class FakeApp {
  readonly browser = new FakeBrowser();
  layers = new LayerHistory(this.browser);
  open: string[] = [];
  readonly #closed = new Map<string, () => void>();
  /** Layers that answer no to being closed. */
  readonly refusing = new Set<string>();
  url = '/';
  /** How often somebody went back or ahead, and what came of it. */
  presses = 0;
  asked = 0;
  shown = 0;
  #count = 0;

  constructor() {
    this.layers.replace({ idx: 0, key: 'first' });
    this.layers.listen(() => {
      this.shown += 1;
      this.url = this.browser.location.href;
    });
  }

  show(): string {
    this.#count += 1;
    const name = `layer ${this.#count}`;
    const layer: Layer = {
      close: () => {
        this.asked += 1;
        if (!this.refusing.has(name)) this.close(name);
      },
      leave: () => this.close(name),
    };
    this.open.push(name);
    this.#closed.set(name, this.layers.open(layer));
    return name;
  }

  close(name = this.open.at(-1)): void {
    if (name === undefined || !this.open.includes(name)) return;
    this.open = this.open.filter((other) => other !== name);
    this.#closed.get(name)?.();
  }

  navigate(replace = false): void {
    this.#count += 1;
    const url = `/${this.#count}`;
    const { idx = 0 } = this.browser.history.state as { idx?: number };
    const state = { idx: replace ? idx : idx + 1, key: `key ${this.#count}`, usr: null };
    if (replace) this.layers.replace(state, url);
    else this.layers.push(state, url);
    this.url = url;
  }

  back(): void {
    this.presses += 1;
    this.browser.history.go(-1);
  }

  forward(): void {
    this.presses += 1;
    this.browser.history.go(1);
  }

  routerBack(): void {
    this.presses += 1;
    this.layers.go(-1);
  }
}
