import { Device, type Page } from './device.ts';
import type { ModuleGraph } from './module-graph.ts';
import type { FateOf, FaultyNetwork } from './network.ts';
import { requestsOf } from './page-requests.ts';
import { Form } from './react-host.ts';
import type { VirtualTime } from './virtual-time.ts';

type Colour = 'success' | 'warning' | 'danger';

/** What a person was told in a toast. */
interface Told {
  readonly colour: Colour;
  readonly text: string;
}

/** The names that a module of the app finds, in the order in which they are handed in. */
export const pageNames = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'Date',
  'performance',
  'AbortSignal',
  'fetch',
  'XMLHttpRequest',
  'FileReader',
  'localStorage',
  'indexedDB',
  'IDBKeyRange',
  'navigator',
  'location',
  'document',
  'window',
  'addEventListener',
  'removeEventListener',
  'matchMedia',
] as const;

interface TabDependencies {
  readonly graph: ModuleGraph;
  readonly time: VirtualTime;
  readonly network: FaultyNetwork;
  readonly origin: string;
  readonly fateOf: FateOf;
}

class PageFileReader extends EventTarget {
  result: string | null = null;
  readAsDataURL(file: Blob): void {
    void file.arrayBuffer().then((bytes) => {
      this.result = `data:${file.type};base64,${Buffer.from(bytes).toString('base64')}`;
      this.dispatchEvent(new Event('load'));
    });
  }
}

/** A tab of the app: instances of its modules, over the storage that a device's tabs share. */
export class Tab implements Page {
  readonly device: Device;
  readonly load: <Module>(path: string) => Promise<Module>;
  /** Newest last. */
  readonly told: Told[] = [];
  readonly #time: VirtualTime;
  readonly #events = new EventTarget();
  readonly #forms = new Set<Form>();
  #queries: unknown;
  isOver = false;

  private constructor(device: Device, dependencies: TabDependencies) {
    this.device = device;
    this.#time = dependencies.time;
    device.pages.add(this);
    const document = Object.assign(new EventTarget(), {
      visibilityState: 'visible',
      hidden: false,
      hasFocus: () => true,
      documentElement: { style: {}, dataset: {} },
      body: {},
      querySelector: () => null,
      createElement: () => ({ style: {}, setAttribute: () => undefined }),
    });
    const listen = this.#events.addEventListener.bind(this.#events);
    const names: Readonly<Record<string, unknown>> = {
      ...dependencies.time.namesFor(this),
      ...requestsOf({
        page: this,
        network: dependencies.network,
        origin: dependencies.origin,
        isOnline: () => device.isOnline,
        fateOf: dependencies.fateOf,
      }),
      FileReader: PageFileReader,
      localStorage: device.storageOf(this),
      indexedDB: device.databasesOf(this),
      IDBKeyRange: Device.ranges,
      navigator: {
        get onLine() {
          return device.isOnline;
        },
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
        maxTouchPoints: 0,
        languages: ['en'],
      },
      location: new URL('/home', dependencies.origin),
      document,
      window: { document, addEventListener: listen, matchMedia: noMatch },
      addEventListener: listen,
      removeEventListener: this.#events.removeEventListener.bind(this.#events),
      matchMedia: noMatch,
    };
    this.load = dependencies.graph.instance(pageNames.map((name) => names[name]));
  }

  /** Opens a tab and starts what web/src/main.tsx starts there, but for what is drawn. */
  static async open(device: Device, dependencies: TabDependencies): Promise<Tab> {
    const tab = new Tab(device, dependencies);
    const { setLanguage } =
      await tab.load<typeof import('../../src/i18n/language.ts')>('/src/i18n/language.ts');
    await setLanguage('en');
    const { toast } = await tab.load<typeof import('../../src/ui/toast.ts')>('/src/ui/toast.ts');
    const hear = (colour: Colour) => (text: string) => {
      if (!tab.isOver) tab.told.push({ colour, text });
    };
    const told = { success: hear('success'), warning: hear('warning'), error: hear('danger') };
    const show = (text: string, colour: Colour) => hear(colour)(text);
    Object.assign(toast, told, { show, successWithLink: told.success, warningWithLink: told.warning });
    const { queryClient } = await tab.load<typeof import('../../src/api/queries.ts')>('/src/api/queries.ts');
    tab.#queries = queryClient;
    const { startSession } =
      await tab.load<typeof import('../../src/session/session.ts')>('/src/session/session.ts');
    startSession();
    const { startBackOnline } =
      await tab.load<typeof import('../../src/app/back-online.ts')>('/src/app/back-online.ts');
    startBackOnline();
    return tab;
  }

  /** Shows a form of the app. */
  show(component: unknown, props: object, inner: readonly string[] = []): Form {
    const form = new Form(component, props, this.#queries, inner);
    this.#forms.add(form);
    return form;
  }

  changedElsewhere(key: string, newValue: string | null): void {
    this.#time.set(this, () => this.fire('storage', { key, newValue }), 1);
  }

  /** Tells the page of something that happened to it. */
  fire(name: 'storage' | 'online' | 'offline' | 'pagehide', words: object = {}): void {
    this.#events.dispatchEvent(Object.assign(new Event(name), words));
  }

  /** It is gone from one moment to the next, as after a crash: nothing of it runs any more. */
  end(): void {
    this.isOver = true;
    this.device.pages.delete(this);
  }
}

const noMatch = () => ({ matches: false, addEventListener: () => undefined });
