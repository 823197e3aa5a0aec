import nodeFs from 'node:fs';
import fs from 'node:fs/promises';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';

/**
 * A process of its own for `dies-at.ts`: runs an exported function and, just before its n-th change of the file system, kills
 * itself, as a power cut would; or stands still before each change until it is told to go on. What it was told stands in the
 * environment.
 */
const { step, module, name, argument } = JSON.parse(process.env.DIE_AT_STEP ?? '{}');

/** To and from the process that started this one. */
const channel = 3;

let steps = 0;
function count(): void {
  steps += 1;
  if (steps === step) process.kill(process.pid, 'SIGKILL');
  if (step !== 'each') return;
  nodeFs.writeSync(channel, '.');
  nodeFs.readSync(channel, Buffer.alloc(1));
}

const changing = [
  'mkdir',
  'rename',
  'rm',
  'rmdir',
  'link',
  'copyFile',
  'writeFile',
  'chmod',
  'chown',
] as const;
for (const each of changing) {
  const real = fs[each] as (...words: unknown[]) => Promise<unknown>;
  Object.assign(fs, {
    [each]: (...words: unknown[]) => {
      count();
      return real(...words);
    },
  });
}
const open = fs.open;
Object.assign(fs, {
  open: (...words: Parameters<typeof open>) => {
    if (words[1] !== 'r') count();
    return open(...words);
  },
});
syncBuiltinESMExports();

const job = await import(module);
// A process that is killed writes nothing of it at its end.
flushCompileCache();
await job[name](argument);
