import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runtime } from '../../scripts/project.mjs';
import { createDatabase, dropDatabase } from './databases.ts';
import type { Server } from './running-server.ts';
import { setupLinkIn } from './server.ts';
import { cleanEnvironment, nodeWords, testSettings } from './server-environment.ts';

/** `server/test/sites-program.ts` says it. */
interface Answer {
  readonly site: number;
  readonly printed?: string;
  readonly startedAt?: string;
  readonly ended?: true;
  readonly failed?: string;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** The program that runs the sites of a worker's tests side by side, each with its own data and port; it starts with the first. */
export class SitesProgram implements AsyncDisposable {
  private child: ChildProcess | null = null;
  private readonly printed = new Map<number, string>();
  private readonly waiting = new Map<number, Waiting>();
  private made = 0;

  /** Starts an empty site; `settings` are DUET_ variables beside those of a test. */
  async start(kind: 'sqlite' | 'postgres', settings: Readonly<Record<string, string>>): Promise<Server> {
    const foreign = Object.keys(settings).find((name) => !name.startsWith('DUET_'));
    if (foreign) throw new Error(`${foreign} is of a whole program: start the site with ownServer`);
    this.made += 1;
    const site = this.made;
    const dataFolder = await mkdtemp(join(tmpdir(), 'duet-e2e-'));
    const databaseUrl = kind === 'postgres' ? await createDatabase() : null;
    this.printed.set(site, '');
    const printed = () => this.printed.get(site) ?? '';
    const { startedAt = '' } = await this.order(site, {
      start: {
        ...testSettings,
        DUET_PORT: '0',
        DUET_DATA_DIR: dataFolder,
        ...(databaseUrl ? { DUET_DATABASE_URL: databaseUrl } : {}),
        ...settings,
      },
    });
    const shared = () => Promise.reject(new Error('Other sites share its program: start it with ownServer'));
    return {
      url: startedAt,
      setupLink: setupLinkIn(printed()),
      dataFolder,
      databaseUrl,
      printed,
      end: shared,
      kill: shared,
      restart: shared,
      dispose: async () => {
        await this.order(site, { end: true });
        this.printed.delete(site);
        await rm(dataFolder, { recursive: true, force: true });
        if (databaseUrl) await dropDatabase(databaseUrl);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { child } = this;
    if (child === null || child.exitCode !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    child.once('exit', () => resolve());
    child.disconnect();
    await promise;
  }

  private order(
    site: number,
    what: { start: Readonly<Record<string, string>> } | { end: true },
  ): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.waiting.set(site, { resolve, reject });
    this.child ??= this.launch();
    this.child.send({ site, ...what });
    return promise;
  }

  private launch(): ChildProcess {
    const child = fork(join(root, 'server/test/sites-program.ts'), [], {
      cwd: root,
      execPath: runtime(),
      execArgv: nodeWords,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let said = '';
    const collect = (chunk: Buffer) => {
      said += chunk;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('message', (answer: Answer) => this.note(answer));
    child.once('exit', (code) => {
      this.child = null;
      for (const { reject } of this.waiting.values())
        reject(new Error(`The program of the sites ended with code ${code}. It printed:\n${said}`));
      this.waiting.clear();
    });
    return child;
  }

  private note(answer: Answer): void {
    const { site, printed, failed } = answer;
    if (printed !== undefined) {
      this.printed.set(site, (this.printed.get(site) ?? '') + printed);
      return;
    }
    const waiting = this.waiting.get(site);
    this.waiting.delete(site);
    if (failed === undefined) waiting?.resolve(answer);
    else waiting?.reject(new Error(`The site failed: ${failed}\nIt printed:\n${this.printed.get(site)}`));
  }
}
