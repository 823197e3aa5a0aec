// `npm run trust`: shows that Duet stays up and loses nothing, more thoroughly than `npm test`.
// `npm run trust -- kills fuzz` runs some parts. The last line is `N parts held, N did not`.
import { run } from './child.mjs';
import { install } from './install.mjs';
import { command, Fault, runtime, say, seconds } from './project.mjs';

/**
 * @typedef {object} Part
 * @property {string} shows
 * @property {string[]} words a script of this folder and its words
 * @property {Record<string, string>} [settings] environment variables
 */

/** @type {Record<string, Part>} */
const parts = {
  kills: {
    shows: 'what was answered is there after SIGKILL of Duet and of PostgreSQL, and no orphan stays',
    words: ['scripts/test.mjs', '--only=server-sqlite,server-postgres', '--', 'model/killed'],
    settings: { DUET_MODEL_KILLS: '500', DUET_POSTGRES_KILLS: '100' },
  },
  durability: {
    shows:
      'commits outlive a power cut, a full disk and failing writes; a backup or restore that is killed is never half',
    words: [
      'scripts/test.mjs',
      '--only=server-sqlite,server-postgres',
      '--',
      'durability',
      'power-cut',
      'backup/killed',
      'read-only-disk',
    ],
    settings: { DUET_POWER_CUTS: '300', DUET_FILE_CUTS: '150' },
  },
  clock: {
    shows: 'nothing is lost, nor out of order, when the clock jumps',
    words: ['scripts/test.mjs', '--only=server-sqlite,server-postgres', '--', 'clock'],
  },
  attacks: {
    shows:
      'scripts, files, hosts, passwords in addresses, slow requests, long bodies, calls of admins by everybody else',
    words: [
      'scripts/test.mjs',
      '--only=server-sqlite,server-postgres',
      '--',
      'hostile',
      'admin-calls',
      'slow-requests',
      'link-preview',
      'fairness',
      'cleaning-time',
    ],
    settings: { DUET_SLOW_REQUESTS: '77' },
  },
  scripts: {
    shows: 'no stored script runs in Chromium, by cleaning alone and by the content policy alone',
    words: ['scripts/test.mjs', '--only=browser-sqlite', '--', 'stored-scripts.spec'],
    settings: { DUET_SCRIPT_SHARE: '1' },
  },
  matrix: {
    shows:
      'every call by every kind of person about their own, others’, hidden, unfinished and deleted things',
    words: ['scripts/test.mjs', '--only=server-sqlite,server-postgres', '--', 'test/matrix'],
    settings: { DUET_MATRIX_SHARE: '1' },
  },
  fuzz: {
    shows: 'requests of all kinds of nonsense are answered as the contract says, never with 500',
    words: ['scripts/test.mjs', '--only=server-sqlite,server-postgres', '--', 'fuzz/malformed'],
    settings: { DUET_FUZZ_REQUESTS: '100000' },
  },
  sequences: {
    shows: 'so are calls that make, use, delete and use again, four at once over the same things',
    words: ['scripts/test.mjs', '--only=server-sqlite,server-postgres', '--', 'fuzz/sequences'],
    settings: { DUET_FUZZ_SEQUENCES: '10000' },
  },
  'sign-in': {
    shows:
      'the time of a sign-in tells no name, and a hundred wrong passwords a second hold nobody up (a table)',
    words: ['scripts/bench.mjs', 'sign-in'],
  },
  overload: {
    shows: 'people who are signed in go on while somebody attacks',
    words: ['scripts/bench.mjs', 'overload'],
  },
  hours: {
    shows:
      'ten hours of mixed use in an hour: memory, handles, files and rows are flat (a table and a drawing)',
    words: ['scripts/bench.mjs', 'hours'],
  },
};

await command(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !parts[name]);
  if (unknown) throw new Fault(`There is no part ${unknown}. Choose from ${Object.keys(parts).join(', ')}.`);
  await install({ dev: true });
  const lines = [];
  let held = 0;
  for (const [name, { shows, words, settings = {} }] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    say(`\n── ${name}: ${shows}\n`);
    const since = performance.now();
    const { code } = await run(runtime(), words, { settings, show: (text) => process.stdout.write(text) });
    if (code === 0) held += 1;
    lines.push(`${code === 0 ? '✓' : '✗'} ${name.padEnd(12)} ${seconds(since).padStart(9)}  ${shows}`);
  }
  say(['', ...lines, `${held} parts held, ${lines.length - held} did not`].join('\n'));
  if (held < lines.length) process.exitCode = 1;
});
