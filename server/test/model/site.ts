import { readdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Endpoint, Request } from '@duet/contract/endpoint';
import { type Endpoints, endpoints } from '@duet/contract/endpoints';
import { createUser } from '../../src/accounts/new-accounts/create-user.ts';
import { cleanupHandlers } from '../../src/cleanup/endpoints.ts';
import { createContext } from '../../src/context.ts';
import { finishDeletions } from '../../src/media/discard.ts';
import { mediaHandlers } from '../../src/media/endpoints.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import type { Context } from '../../src/platform/context.ts';
import { Failure } from '../../src/platform/failure.ts';
import type { Viewer } from '../../src/platform/http/handler.ts';
import { createIds } from '../../src/platform/ids.ts';
import { postsHandlers } from '../../src/posts/endpoints.ts';
import { videoHandlers } from '../../src/posts/video-endpoints.ts';
import { convertNext } from '../../src/uploads/convert.ts';
import { uploadsHandlers } from '../../src/uploads/endpoints.ts';
import { removeStaleUploads } from '../../src/uploads/garbage-collection.ts';
import { TestClock } from '../harness.ts';
import { temporaryDir } from '../temporary-dir.ts';
import { createTestDatabase } from '../test-database.ts';
import { Barrier, Killed } from './barrier.ts';
import { cheapImages } from './border.ts';
import { type GatedParts, gatedContext } from './context-with-barriers.ts';
import { filesBelow, type PlainDatabase, plainDatabase, type Recount, recount } from './recount.ts';

const handlers = {
  ...postsHandlers,
  ...mediaHandlers,
  ...uploadsHandlers,
  ...videoHandlers,
  ...cleanupHandlers,
} as const;
type Handled = keyof typeof handlers;
type Answer<Name extends Handled> = Awaited<ReturnType<(typeof handlers)[Name]>>;

/** How a call ended: answered, refused with a code, or cut off by the end of its process. */
type End<T> =
  | { readonly how: 'answered'; readonly answer: T }
  | { readonly how: 'refused' | 'killed'; readonly answer?: never };

export const hourMs = 60 * 60 * 1000;
const everywhere = { directories: ['photos', 'videos', 'profile'], confirm: 'DELETE_UNUSED_MEDIA' } as const;

/** A real database and a real folder, and one simulated server process over them at a time. */
export class Site implements AsyncDisposable {
  readonly #base: Context;
  readonly #clock: TestClock;
  readonly #plain: PlainDatabase;
  readonly #parts: AsyncDisposableStack;
  readonly #admins: readonly Viewer[];
  /** What must not happen, whatever is killed when: errors that are no answer, and lines of the log. */
  readonly faults: string[] = [];
  /** Whether a day went by while something was under way. */
  slept = false;
  #barrier = new Barrier();
  #context: Context & { readonly parts: GatedParts };

  private constructor(
    base: Context,
    clock: TestClock,
    plain: PlainDatabase,
    admins: readonly Viewer[],
    parts: AsyncDisposableStack,
  ) {
    this.#base = base;
    this.#clock = clock;
    this.#plain = plain;
    this.#admins = admins;
    this.#parts = parts;
    this.#context = gatedContext(base, this.#barrier, this.faults);
  }

  static async open(): Promise<Site> {
    await using parts = new AsyncDisposableStack();
    const dir = parts.use(temporaryDir());
    const database = parts.use(await createTestDatabase());
    const settings = readConfig({ DUET_PORT: '0', DUET_RATE_LIMIT: '0', DUET_FFMPEG: 'off' }).config;
    const config = { ...settings, dataDir: dir.path, databaseUrl: database.url };
    const clock = new TestClock();
    const ids = createIds(clock.now);
    const overrides = { clock, confirmedClock: clock, ids, images: cheapImages(new Barrier()) };
    const base = parts.use(await createContext(config, { exclusive: false, overrides }));
    const admins: Viewer[] = [];
    for (const username of ['ioana', 'matei']) {
      const person = { username, email: `${username}@example.org`, role: 'admin', language: null } as const;
      const id = await createUser(base, { ...person, password: 'Secret!123' });
      const acting = { role: 'admin', accountRole: 'admin', sessionId: '' } as const;
      admins.push({ id, username, displayName: '', language: null, ...acting });
    }
    const plain = parts.use(await plainDatabase(dir.path, database.url));
    return new Site(base, clock, plain, admins, parts.move());
  }

  now(): number {
    return this.#clock.now();
  }

  pass(ms: number): void {
    if (ms >= 24 * hourMs && !this.#barrier.idle) this.slept = true;
    this.#clock.forward(ms);
  }

  recount(): Promise<Recount> {
    return recount(this.#base.config.dataDir, this.#plain);
  }

  /** Begins a call of the API as one of the two admins; `then` hears how it ended. */
  call<Name extends Handled>(
    name: Name,
    who: number,
    request: Request<Endpoints[Name]>,
    then: (end: End<Answer<Name>>) => void,
    bytes?: Buffer,
  ): void {
    const row: Endpoint = endpoints[name];
    const sent = request as { readonly [part in 'params' | 'query' | 'body']?: unknown };
    const call = {
      viewer: this.#admins[who % this.#admins.length],
      language: 'en',
      address: '127.0.0.1',
      userAgent: '',
      params: sent.params ?? {},
      query: row.query?.parse(sent.query ?? {}) ?? {},
      body: row.body?.parse(sent.body ?? {}) ?? {},
      request: { raw: Object.assign(Readable.from(bytes ? [bytes] : []), { headers: {} }) },
    };
    const handle = handlers[name] as unknown as (context: Context, call: unknown) => Promise<Answer<Name>>;
    const context = this.#context;
    this.#begin(name, () => handle(context, call), then);
  }

  /** What a server does by itself: at its start, every minute, every hour. */
  tidy(): void {
    const context = this.#context;
    const ignore = () => {};
    this.#begin('finishDeletions', () => finishDeletions(context), ignore);
    this.#begin('removeStaleUploads', () => removeStaleUploads(context), ignore);
  }

  convert(): void {
    const context = this.#context;
    this.#begin(
      'convertNext',
      () => convertNext(context, new AbortController().signal),
      () => {},
    );
  }

  #begin<T>(name: string, work: () => Promise<T>, then: (end: End<T>) => void): void {
    this.#barrier.begin(async () => {
      try {
        then({ how: 'answered', answer: await work() });
      } catch (error) {
        if (error instanceof Killed) return then({ how: 'killed' });
        const wellSaid = error instanceof Failure && error.code !== 'UNEXPECTED';
        if (!wellSaid) this.faults.push(`${name}: ${(error as Error).stack}`);
        then({ how: 'refused' });
      }
    });
  }

  /** Lets some of what waits through, in the order of the picks. */
  async steps(picks: readonly number[]): Promise<void> {
    await this.#barrier.quiet();
    for (const pick of picks) if (!(await this.#barrier.release(pick))) return;
  }

  drain(pick: () => number = () => 0): Promise<void> {
    return this.#barrier.drain(pick);
  }

  /** Kills the process in the midst of whatever it does, and starts another. */
  async crash(): Promise<void> {
    await this.#barrier.kill();
    await this.#context.parts.closeAll();
    this.#barrier = new Barrier();
    this.#context = gatedContext(this.#base, this.#barrier, this.faults);
    this.tidy();
  }

  /** Time goes by until nothing may be kept any more that nobody needs: all that a living site does in that time. */
  async ageAll(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      this.pass(25 * hourMs);
      this.tidy();
      await this.drain();
      this.convert();
      await this.drain();
      this.call(
        'cleanup.mediaExecute',
        0,
        { body: { ...everywhere, directories: [...everywhere.directories] } },
        () => {},
      );
      await this.drain();
    }
    await this.#ageScratch();
  }

  /** Files in the making bear the machine's time, and their folders this process, which lives on; a start removes a dead one's. */
  async #ageScratch(): Promise<void> {
    const folder = join(this.#base.config.dataDir, 'tmp');
    for (const name of await readdir(folder)) {
      if (!name.startsWith('work-')) continue;
      const unseen = join(folder, `work-unseen-${name}`);
      await rename(join(folder, name), unseen);
      await utimes(unseen, 0, 0);
    }
    await this.crash();
    await this.drain();
    await using scratch = await this.#context.storage.scratch();
    const left = filesBelow(folder).filter((name) => !join(folder, name).startsWith(scratch.path));
    for (const name of left) this.faults.push(`${name} is left of a dead process`);
  }

  /** Empties the site for the next run, by hand. */
  async reset(): Promise<void> {
    await this.crash();
    await this.drain();
    for (const statement of [
      'delete from media_refs',
      'update users set picture_media_id = null',
      'delete from video_conversions',
      'delete from upload_sessions',
      'delete from posts',
      'delete from media',
    ]) {
      await this.#plain.rows(statement);
    }
    for (const folder of ['media', 'tmp', 'uploads']) {
      const path = join(this.#base.config.dataDir, folder);
      for (const name of await readdir(path)) await rm(join(path, name), { recursive: true, force: true });
    }
    this.faults.length = 0;
    this.slept = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#barrier.kill();
    await this.#context.parts.closeAll();
    await this.#parts.disposeAsync();
  }
}
