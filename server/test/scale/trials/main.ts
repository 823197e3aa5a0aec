// Trials of three servers as one site, beside those of `npm test`; `npm run scale-test -- kills 300` and the like run them.
import { cpus } from 'node:os';
import { events } from './events.ts';
import { kills } from './kills.ts';
import { throughput } from './throughput.ts';

const trials: Record<string, (number: number, ...words: string[]) => Promise<string[]>> = {
  kills,
  events,
  throughput,
};

const [name = '', number = '', ...words] = process.argv.slice(2);
const trial = trials[name];
if (!trial) throw new Error(`${name} is none of ${Object.keys(trials).join(', ')}`);
const lines = await trial(Number(number), ...words);
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
console.log([`# ${name} ${number}`, '', machine, '', ...lines].join('\n'));
