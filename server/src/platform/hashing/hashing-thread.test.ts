import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { HashingThread } from './hashing-thread.ts';

const parameters = {
  message: 'Secret!1',
  nonce: Buffer.alloc(16),
  parallelism: 1,
  tagLength: 32,
  memory: 47_104,
  passes: 1,
};

const threads = (): string[] => readdirSync('/proc/self/task');

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the nice value is the 19th field, the name the second. */
function niceValue(thread: string): number {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}

it('hashes, and says the same of the same', async () => {
  const thread = new HashingThread();
  const tag = await thread.tagOf(parameters);
  expect(tag).toHaveLength(32);
  expect(await thread.tagOf(parameters)).toEqual(tag);
  expect(await thread.tagOf({ ...parameters, message: 'Secret!2' })).not.toEqual(tag);
});

it.runIf(process.platform === 'linux')('gives way to the thread that answers', async () => {
  // Those that earlier tests of this process started may end meanwhile.
  const before = new Set(threads());
  await new HashingThread().tagOf(parameters);
  const started = threads().filter((thread) => !before.has(thread));
  expect(started.map(niceValue).filter((nice) => nice === Math.min(19, getPriority() + 10))).toHaveLength(1);
});

it('goes on after what cannot be computed', async () => {
  const thread = new HashingThread();
  await expect(thread.tagOf({ ...parameters, parallelism: 0 })).rejects.toThrow(/parallelism/);
  expect(await thread.tagOf(parameters)).toHaveLength(32);
});
