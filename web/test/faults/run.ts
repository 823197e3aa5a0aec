import type { Post } from '@duet/contract/posts/shapes';
import { type Duet, type Person, sessionEntries } from '../../../e2e/harness/duet.ts';
import { publishText } from '../../../e2e/harness/posts.ts';
import { Device } from './device.ts';
import type { ModuleGraph } from './module-graph.ts';
import { type FateOf, FaultyNetwork, type Killable } from './network.ts';
import { Tab } from './tab.ts';
import { VirtualTime } from './virtual-time.ts';

/** Whose device, and which of its tabs. */
export const tabNames = ['ana1', 'ana2', 'ben1', 'vera1', 'vera2'] as const;
export type TabName = (typeof tabNames)[number];
export type PersonName = 'ana' | 'ben' | 'vera';
export type People = Readonly<Record<PersonName, Person>>;

export const personOf = (tab: TabName): PersonName => tab.slice(0, -1) as PersonName;

/** What all runs share: a site, its people, the app's modules. */
export interface Site {
  readonly graph: ModuleGraph;
  readonly duet: Duet;
  readonly server: Killable;
  readonly people: People;
}

/** Longer than anything waits that ends by itself, in ms. */
const settledAfterMs = 10 * 60_000;
let runs = 0;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** One run: devices and tabs that begin empty, a post of their own, and what people made in it. */
export class Run {
  readonly people: People;
  readonly duet: Duet;
  readonly time = new VirtualTime();
  readonly network: FaultyNetwork;
  /** What happened, a line each. */
  readonly log: string[] = [];
  readonly post: Post;
  readonly #site: Site;
  readonly #fateOf: FateOf;
  readonly #devices: Readonly<Record<PersonName, Device>>;
  readonly #tabs = new Map<TabName, Promise<Tab>>();
  readonly #prefix: string;
  #words = 0;

  private constructor(site: Site, fateOf: FateOf, post: Post, prefix: string) {
    this.#site = site;
    this.people = site.people;
    this.duet = site.duet;
    this.post = post;
    this.#prefix = prefix;
    this.#fateOf = fateOf;
    this.network = new FaultyNetwork(site.server, this.time, this.log);
    const device = (name: PersonName) => {
      const made = new Device(name);
      for (const { name: key, value } of sessionEntries(site.people[name])) made.texts.set(key, value);
      return made;
    };
    this.#devices = { ana: device('ana'), ben: device('ben'), vera: device('vera') };
  }

  static async begin(site: Site, fateOf: FateOf): Promise<Run> {
    runs += 1;
    const prefix = `q${runs}x`;
    return new Run(site, fateOf, await publishText(site.people.ana, `<p>${prefix}post</p>`), prefix);
  }

  /** A word that stands nowhere yet. */
  word(): string {
    this.#words += 1;
    return `${this.#prefix}${this.#words}z`;
  }

  /** The words of this run in a text, in their order. */
  wordsIn(text: string): string[] {
    return text.match(new RegExp(`${this.#prefix}\\d+z`, 'g')) ?? [];
  }

  device(name: PersonName): Device {
    return this.#devices[name];
  }

  /** A person's tab, opened where it is not. */
  tab(name: TabName): Promise<Tab> {
    const there = this.#tabs.get(name);
    if (there) return there;
    const opening = Tab.open(this.#devices[personOf(name)], {
      graph: this.#site.graph,
      time: this.time,
      network: this.network,
      origin: this.#site.server.url,
      fateOf: this.#fateOf,
    });
    this.#tabs.set(name, opening);
    return opening;
  }

  isOpen(name: TabName): boolean {
    return this.#tabs.has(name);
  }

  /** Told of a tab before it crashes. */
  onCrash: (name: TabName) => void = () => undefined;

  /** The tab crashes; the next `tab` opens another one. */
  async crash(name: TabName): Promise<void> {
    this.onCrash(name);
    const tab = await this.#tabs.get(name);
    this.#tabs.delete(name);
    tab?.end();
  }

  async setOnline(name: PersonName, isOnline: boolean): Promise<void> {
    const device = this.#devices[name];
    if (device.isOnline === isOnline) return;
    device.isOnline = isOnline;
    for (const [tab, opened] of this.#tabs) {
      if (personOf(tab) === name) (await opened).fire(isOnline ? 'online' : 'offline');
    }
  }

  /**
   * Asks the server itself, past the network of the run: for what is there before anybody looks. A server that is being killed is
   * waited for.
   */
  async directly<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      await this.quiet();
      try {
        return await work();
      } catch (error) {
        if (tries === 5 || !(error instanceof TypeError)) throw error;
      }
    }
  }

  /** Until nothing real is under way and nothing is left to do at this moment. */
  async quiet(): Promise<void> {
    for (;;) {
      for (let turn = 0; turn < 12; turn += 1) await nextTurn();
      if (this.network.underWay > 0) await this.network.nextMove();
      else if (this.#site.graph.compiling === 0) return;
    }
  }

  /** Lets so many ms go by. */
  async pass(ms: number): Promise<void> {
    const until = this.time.passed() + ms;
    do await this.quiet();
    while (this.time.step(until));
    await this.quiet();
  }

  /** From now on nothing fails, and whatever waits has come to its end. */
  async heal(): Promise<void> {
    this.network.isHealed = true;
    for (const name of ['ana', 'ben', 'vera'] as const) await this.setOnline(name, true);
    // What still waits on a device goes with its next tab.
    for (const name of tabNames) if (name.endsWith('1')) await this.tab(name);
    await this.pass(settledAfterMs);
  }

  /** Waits until something is so, at most so many ms. */
  async until(isSo: () => boolean, ms = settledAfterMs): Promise<boolean> {
    const end = this.time.passed() + ms;
    await this.quiet();
    while (!isSo() && this.time.step(end)) await this.quiet();
    return isSo();
  }

  async end(): Promise<void> {
    for (const name of [...this.#tabs.keys()]) await this.crash(name);
  }
}
