import type { ReactNode } from 'react';

// React needs a document to mount into, also where nothing is drawn: as much of one as it looks at.
const quiet = new Proxy(() => undefined, {
  get: (_, name) => (name === 'nodeType' ? 1 : name === 'then' ? undefined : () => undefined),
  set: () => true,
});
class Frame {}
const page = {
  nodeType: 9,
  activeElement: null,
  body: null,
  documentElement: { style: {} },
  createElement: () => quiet,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  defaultView: { HTMLIFrameElement: Frame },
};

// Before it meets the document: it takes a process without one for a server, and keeps no timers of its own then.
const { notifyManager, QueryClientProvider, timeoutManager } = await import('@tanstack/react-query');
// It is shared by all tabs, and does not know their clock: what it puts off is done in the next turn.
notifyManager.setScheduler((run) => void setImmediate(run));
const putOff = new Map<number, NodeJS.Immediate>();
let lastPutOff = 0;
timeoutManager.setTimeoutProvider({
  setTimeout(run, ms) {
    lastPutOff += 1;
    // What is kept for half an hour outlives every run.
    if (ms < 60_000) putOff.set(lastPutOff, setImmediate(run));
    return lastPutOff;
  },
  clearTimeout: (id) => clearImmediate(putOff.get(Number(id))),
  // Nothing is asked for again by itself where nobody looks.
  setInterval: () => 0,
  clearInterval: () => undefined,
});
Object.assign(globalThis, {
  document: page,
  window: { HTMLIFrameElement: Frame, addEventListener: () => undefined },
});

const { createElement, isValidElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { MemoryRouter } = await import('react-router-dom');

type Component = (props: never) => unknown;

/** What a component answered: an element that nobody draws. */
interface Shown {
  readonly type: unknown;
  readonly key: string | null;
  readonly props: Readonly<Record<string, unknown>>;
}

const asShown = (value: unknown): Shown | null =>
  isValidElement(value) ? (value as unknown as Shown) : null;

const nameOf = ({ type }: Shown): string =>
  typeof type === 'string' ? type : typeof type === 'function' ? type.name : '';

/** All elements that stand in another one: as children, or in whatever property. */
function* within(value: unknown): Generator<Shown> {
  if (Array.isArray(value)) for (const one of value) yield* within(one);
  const shown = asShown(value);
  if (!shown) return;
  yield shown;
  for (const part of Object.values(shown.props)) yield* within(part);
}

const words = (value: unknown): string =>
  Array.isArray(value) ? value.map(words).join('') : typeof value === 'string' ? value : '';

/**
 * One of the app's own forms with its hooks and effects running, and nothing drawn: what it hands to the parts below it (fields,
 * buttons) is what a person can use.
 */
export class Form {
  readonly #root: { render(element: unknown): void; unmount(): void };
  #shown: Shown | null = null;
  /** The components whose own answer is looked at in their place. */
  readonly #followed = new Map<string, Shown>();
  /** What was thrown while it rendered. */
  readonly faults: unknown[] = [];

  /** `inner`: names of components whose own answer is looked at in their place. */
  constructor(component: unknown, props: object, queries: unknown, inner: readonly string[] = []) {
    const keep = (shown: Shown | null) => {
      this.#shown = shown;
    };
    const Probe = ({ of, given }: { of: Component; given: object }): ReactNode => {
      const shown = asShown(of(given as never));
      if (shown && inner.includes(nameOf(shown))) {
        this.#followed.set(nameOf(shown), shown);
        return createElement(Probe, { key: shown.key, of: shown.type as Component, given: shown.props });
      }
      keep(shown);
      return null;
    };
    const probe = createElement(Probe, { of: component as Component, given: props });
    const routed = createElement(
      MemoryRouter,
      { future: { v7_startTransition: false, v7_relativeSplatPath: false } },
      probe,
    );
    const container = { ...page, nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument: page };
    this.#root = createRoot(container as never, {
      onUncaughtError: (error) => this.faults.push(error),
    }) as never;
    this.#root.render(createElement(QueryClientProvider, { client: queries as never }, routed));
  }

  /** The properties of the first part of that name, or null. */
  part(name: string): Readonly<Record<string, unknown>> | null {
    for (const shown of within(this.#shown)) if (nameOf(shown) === name) return shown.props;
    return null;
  }

  /** The properties of a component whose own answer is looked at in its place. */
  followed(name: string): Readonly<Record<string, unknown>> {
    return this.#followed.get(name)?.props ?? {};
  }

  /** All parts of that name. */
  parts(name: string): Readonly<Record<string, unknown>>[] {
    return [...within(this.#shown)].filter((shown) => nameOf(shown) === name).map(({ props }) => props);
  }

  /** The component of that name, to be shown by itself. */
  component(name: string): unknown {
    for (const shown of within(this.#shown)) if (nameOf(shown) === name) return shown.type;
    return null;
  }

  /** Presses the button of these words, here or in `place`; false where there is none, or it cannot be pressed. */
  press(label: string, place: unknown = this.#shown): boolean {
    for (const shown of within(place)) {
      const { children, onClick, disabled, busy } = shown.props;
      if (typeof onClick !== 'function' || words(children) !== label) continue;
      if (disabled || busy) return false;
      onClick({ preventDefault: () => undefined });
      return true;
    }
    return false;
  }

  unmount(): void {
    this.#root.unmount();
  }
}
