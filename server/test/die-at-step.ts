import fs from 'node:fs/promises';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';

/**
 * A process of its own for `diesAt`: runs an exported function and kills itself, as a power cut would, just before its
 * n-th change of the file system. What it was told stands in the environment.
 */
const { step, module, name, argument } = JSON.parse(process.env.DIE_AT_STEP ?? '{}');

let steps = 0;
function count(): void {
  steps += 1;
  if (steps === step) process.kill(process.pid, 'SIGKILL');
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
process.stdout.write(`${steps}`);
