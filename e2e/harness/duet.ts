import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { User } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { Api } from './api.ts';
import { holdRenders } from './late-renders.ts';
import { holdWrites } from './late-writes.ts';
import { recordPresses } from './presses.ts';
import type { Server } from './running-server.ts';
import { type StorageEntry, seedStorage } from './seed-storage.ts';
import { shortenSplash } from './splash.ts';
import { waitForTraversals } from './traversals.ts';

/** The password of every account that a test makes. */
export const password = 'Correct-Horse1';

export interface Person {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly id: string;
  readonly token: string;
  readonly user: User;
  /** Calls as this person. */
  readonly api: Api;
}

/** A running site with the people and screens of a test. */
export class Duet {
  readonly server: Server;
  /** Calls as a guest. */
  readonly guest: Api;
  private firstAdmin: Promise<Person> | null = null;
  /** Of the monotonic clock: when the first admin said last who they are. */
  private provedAt = 0;
  private made = 0;

  constructor(server: Server) {
    this.server = server;
    this.guest = new Api(server.url);
  }

  get url(): string {
    return this.server.url;
  }

  /** The site's first admin, made with the set-up link the first time somebody asks, who may do what wants a proof. */
  async admin(): Promise<Person> {
    if (!this.firstAdmin) {
      this.provedAt = performance.now();
      const setupCode = new URL(this.server.setupLink).searchParams.get('setup') ?? '';
      this.firstAdmin = this.register('admin', setupCode);
    }
    const admin = await this.firstAdmin;
    // The site of a long run outlives the time for which signing in is a proof.
    if (performance.now() - this.provedAt > limits.proof.validMs / 3) {
      this.provedAt = performance.now();
      await admin.api.call(accountsEndpoints['accounts.prove'], { body: { password: admin.password } });
    }
    return admin;
  }

  /** A new account; the name gets a number, so that every call makes another one. */
  async person(name = 'person'): Promise<Person> {
    await this.admin();
    this.made += 1;
    return this.register(`${name}_${this.made}`);
  }

  /** A second admin beside the first. */
  async otherAdmin(name = 'admin'): Promise<Person> {
    const [admin, person] = [await this.admin(), await this.person(name)];
    await admin.api.call(accountsEndpoints['accounts.changeUser'], {
      params: { id: person.id },
      body: { role: 'admin' },
    });
    return this.signIn(person.username);
  }

  /** Another session of an account. */
  async signIn(username: string, withPassword = password): Promise<Person> {
    const { data } = await this.guest.call(accountsEndpoints['accounts.login'], {
      body: { username, password: withPassword },
    });
    if (!data.user) throw new Error(`${username} signs in with a second step`);
    return this.asPerson(data.token, data.user);
  }

  /**
   * A browser of one's own, signed in as the person, or a guest's for `null`. Without the service
   * worker, whose requests no test can stand in for, unless `serviceWorkers` allows it, and without
   * the splash's least time.
   */
  async context(
    browser: Browser,
    person: Person | null,
    options: BrowserContextOptions = {},
  ): Promise<BrowserContext> {
    const context = await browser.newContext({ baseURL: this.url, serviceWorkers: 'block', ...options });
    if (person) await seedStorage(context, this.url, sessionEntries(person));
    await shortenSplash(context);
    await waitForTraversals(context);
    await recordPresses(context);
    await holdRenders(context);
    await holdWrites(context);
    return context;
  }

  /** A page in such a browser. */
  async page(browser: Browser, person: Person | null, options: BrowserContextOptions = {}): Promise<Page> {
    return (await this.context(browser, person, options)).newPage();
  }

  private async register(username: string, setupCode?: string): Promise<Person> {
    const { data } = await this.guest.call(accountsEndpoints['accounts.register'], {
      body: { username, email: `${username}@example.org`, password, ...(setupCode ? { setupCode } : {}) },
    });
    return this.asPerson(data.token ?? '', data.user);
  }

  private asPerson(token: string, user: User): Person {
    const { id, username } = user;
    const email = user.email ?? '';
    return { id, username, email, password, token, user, api: new Api(this.url, token) };
  }
}

/** What the app keeps on the device: the token and the user without the email. */
export function sessionEntries({ token, user }: Person): StorageEntry[] {
  const { email: _, ...kept } = user;
  return [
    { name: 'duet.token', value: token },
    { name: 'duet.user', value: JSON.stringify(kept) },
  ];
}
