// `npm run bench -- <scenario>`: measures, and prints a table that bench/results keeps with machine and commit.
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { command, Fault, root } from '../scripts/project.mjs';

/** A scenario answers its lines in Markdown. `words` are what stands behind its name. */
type Scenario = (words: readonly string[]) => Promise<string[]>;

const scenarios: Readonly<Record<string, () => Promise<Scenario>>> = {
  'feed-bundle': async () => (await import('./feed-bundle.ts')).feedBundle,
  'first-load': async () => (await import('./first-load.ts')).firstLoad,
  lighthouse: async () => (await import('./lighthouse.ts')).lighthouse,
  frames: async () => (await import('./frames.ts')).frames,
  'layout-shift': async () => (await import('./layout-shift.ts')).layoutShift,
  upload: async () => (await import('./upload.ts')).upload,
  cuts: async () => (await import('./cuts.ts')).cuts,
  'life-cycle': async () => (await import('./life-cycle.ts')).lifeCycle,
  views: async () => (await import('./views.ts')).views,
  people: async () => (await import('./people.ts')).people,
  cleanup: async () => (await import('./cleanup.ts')).cleanup,
  streams: async () => (await import('./streams.ts')).streams,
  start: async () => (await import('./start.ts')).start,
  load: async () => (await import('./load/load.ts')).load,
  memory: async () => (await import('./load/memory.ts')).memory,
  backups: async () => (await import('./backups.ts')).backups,
  move: async () => (await import('./move/move.ts')).move,
  'sign-in': async () => (await import('./sign-in.ts')).signIn,
  overload: async () => (await import('./overload/overload.ts')).overload,
  hours: async () => (await import('./hours/hours.ts')).hours,
};
/** All others take no words. */
const withWords: readonly string[] = ['backups', 'load', 'memory', 'move', 'overload'];

const [name = '', ...words] = process.argv.slice(2);
const load = scenarios[name];
if (load) {
  await command(async () => {
    if (words.length > 0 && !withWords.includes(name)) throw new Fault(`${name} takes no arguments.`);
    const measure = await load();
    const lines = await measure(words);
    console.log([`# ${name}`, '', ...machine(), '', ...lines].join('\n'));
  });
} else {
  console.error(`npm run bench -- <${Object.keys(scenarios).join(' | ')}>`);
  process.exitCode = 2;
}

function machine(): string[] {
  const [processor] = cpus();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '';
  return [
    `- machine: ${cpus().length} × ${processor?.model.trim() ?? 'unknown'}, ${(totalmem() / 1024 ** 3).toFixed(0)} GB, ${process.platform}`,
    `- Node ${process.versions.node}, commit ${commit}${changed ? ' and uncommitted changes' : ''}`,
  ];
}
