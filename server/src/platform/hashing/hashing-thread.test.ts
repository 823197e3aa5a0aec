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

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the nice value is the 19th field, the name the second. */
const niceValues = (): number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });

it('hashes, and says the same of the same', async () => {
  const thread = new HashingThread();
  const tag = await thread.tagOf(parameters);
  expect(tag).toHaveLength(32);
  expect(await thread.tagOf(parameters)).toEqual(tag);
  expect(await thread.tagOf({ ...parameters, message: 'Secret!2' })).not.toEqual(tag);
});

it.runIf(process.platform === 'linux')('gives way to the thread that answers', async () => {
  const own = getPriority();
  const before = niceValues().filter((nice) => nice === own + 10).length;
  await new HashingThread().tagOf(parameters);
  expect(niceValues().filter((nice) => nice === own + 10)).toHaveLength(before + 1);
});

it('goes on after what cannot be computed', async () => {
  const thread = new HashingThread();
  await expect(thread.tagOf({ ...parameters, parallelism: 0 })).rejects.toThrow(/parallelism/);
  expect(await thread.tagOf(parameters)).toHaveLength(32);
});
