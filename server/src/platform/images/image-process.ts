import { type ChildProcess, fork } from 'node:child_process';
import { Failure } from '../failure.ts';
import type { Images, ProcessedImage, Recipe } from './images.ts';
import { processorMs } from './processor-time.ts';
import { type Job, memoryExitStatus, type Result } from './worker-protocol.ts';

interface ImageProcessOptions {
  /** How many wait while one is at work. */
  readonly queue?: number;
  /**
   * A picture that takes longer is given up, and its process with it: as too complex where the process worked for a third of that, else
   * the machine had no time for it.
   */
  readonly timeoutMs?: number;
  /** Milliseconds of processor time that a process has used; null where that is not known. */
  readonly processorMs?: (pid: number) => number | null;
  /** A picture that needs more memory than this is given up likewise. */
  readonly memoryLimitBytes?: number;
  /** A process without work ends after this time. */
  readonly idleMs?: number;
}

function startProcess(memoryLimitBytes: number): ChildProcess {
  return fork(new URL('./worker.ts', import.meta.url), [String(memoryLimitBytes)], {
    // Nothing of the server's environment, its secrets least of all; few arenas keep freed memory small.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    execArgv: ['--max-old-space-size=256'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** One image process that starts when there is work, ends when there is none, and is replaced when it dies. */
export class ImageProcess implements Images {
  readonly #queue: number;
  readonly #timeoutMs: number;
  readonly #processorMs: (pid: number) => number | null;
  readonly #memoryLimitBytes: number;
  readonly #idleMs: number;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #held = 0;
  #closed = false;

  constructor(options: ImageProcessOptions = {}) {
    this.#queue = options.queue ?? 16;
    this.#timeoutMs = options.timeoutMs ?? 15_000;
    this.#processorMs = options.processorMs ?? processorMs;
    this.#memoryLimitBytes = options.memoryLimitBytes ?? 1024 ** 3;
    this.#idleMs = options.idleMs ?? 60_000;
  }

  /** Whether there is a process at all, at work or at rest. */
  get running(): boolean {
    return this.#child !== undefined;
  }

  async process(source: string, into: string, recipe: Recipe): Promise<ProcessedImage> {
    if (this.#closed) throw new Failure('STOPPING');
    if (this.#held > this.#queue) {
      throw new Failure('OVERLOADED', { log: 'the image queue is full', retryAfterSeconds: 5 });
    }
    this.#held += 1;
    const turn = this.#tail.then(() => this.#run({ source, into, recipe }));
    // Its caller gets the failure; the next picture waits for the end alone.
    this.#tail = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.#held -= 1;
    }
  }

  async #run(job: Job): Promise<ProcessedImage> {
    if (this.#closed) throw new Failure('STOPPING');
    clearTimeout(this.#idle);
    const result = await this.#ask(job);
    if ('image' in result) return result.image;
    if ('fault' in result) throw new Error(`the image process: ${result.fault}`);
    const { code, log, kind } = result.refusal;
    throw new Failure(code, { log, ...(kind && { values: { kind } }) });
  }

  #ask(job: Job): Promise<Result> {
    const child = this.#ready();
    const before = this.#workedBy(child);
    let late: Failure | undefined;
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
      };
      const onMessage = (result: unknown) => {
        finish();
        this.#rest(child);
        resolve(result as Result);
      };
      const onExit = (status: number | null, signal: string | null) => {
        finish();
        if (late && !this.#closed) return reject(late);
        // Out of memory ends it by itself or by the system's killer; anything else is the picture's doing too.
        const tooMuch = status === memoryExitStatus || signal === 'SIGKILL';
        const code = this.#closed ? 'STOPPING' : tooMuch ? 'IMAGE_TOO_COMPLEX' : 'IMAGE_DAMAGED';
        reject(new Failure(code, { log: `the image process ended: ${status ?? signal}` }));
      };
      const onError = (error: Error) => {
        finish();
        reject(error);
      };
      const timer = setTimeout(() => {
        late = this.#timedOut(before, this.#workedBy(child));
        child.kill('SIGKILL');
      }, this.#timeoutMs);
      child.on('message', onMessage).on('exit', onExit).on('error', onError);
      child.send(job, (error) => error && onError(error));
    });
  }

  #workedBy({ pid }: ChildProcess): number | null {
    return pid === undefined ? null : this.#processorMs(pid);
  }

  /** What to say of a picture that took too long; where the time of the processor is not known, it was the picture. */
  #timedOut(before: number | null, after: number | null): Failure {
    const worked = before === null || after === null ? null : after - before;
    const log = `not done in ${this.#timeoutMs} ms, of which its process worked ${worked ?? 'an unknown part'}`;
    if (worked === null || worked >= this.#timeoutMs / 3) return new Failure('IMAGE_TOO_COMPLEX', { log });
    return new Failure('OVERLOADED', { log, retryAfterSeconds: 10 });
  }

  /** The running process, or a new one. While it works it keeps the server alive, while it rests it does not. */
  #ready(): ChildProcess {
    const child = this.#child?.connected ? this.#child : this.#start();
    child.ref();
    child.channel?.ref();
    return child;
  }

  #start(): ChildProcess {
    const child = startProcess(this.#memoryLimitBytes);
    child.on('exit', () => this.#forget(child)).on('error', () => this.#forget(child));
    this.#child = child;
    return child;
  }

  #rest(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => this.#stop(), this.#idleMs);
    this.#idle.unref();
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    child.kill('SIGKILL');
  }

  #stop(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    this.#stop();
    await this.#tail;
  }
}
