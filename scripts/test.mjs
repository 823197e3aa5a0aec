// `npm test`: installs, builds, and runs every check and test; the last line is `N passed, N failed`.
// `npm test -- --only=server-sqlite,lint` runs some; words after a second `--` go to their runners.
// `npm test -- --changed` runs what a change touches: all that differs from `main`, or from `--since=<commit>`.
import { parseArgs } from 'node:util';
import { buildWeb } from './build.mjs';
import { changedFiles, wordsFor } from './changed.mjs';
import { install } from './install.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { command, Fault, say, seconds } from './project.mjs';
import { suites } from './suites.mjs';

await command(() =>
  runAll().catch((error) => {
    // Whoever reads the last line, a person or a machine, finds it whatever happened.
    process.stderr.write(`${explain(error)}\n`);
    say('0 passed, 1 failed');
    process.exitCode = 1;
  }),
);

async function runAll() {
  const { only, since, positionals } = words();
  const chosen = touched(choose(only), since);
  await install({ dev: true });
  Object.assign(process.env, memoryFolder());

  const small = chosen.filter((suite) => suite.small);
  const rows = await sideBySide(small, positionals);
  for (const suite of chosen.filter((suite) => !suite.small)) {
    say(heading(suite));
    rows.push(await timed(suite, positionals, (text) => process.stdout.write(text)));
  }

  // Once more at the end: the place where it failed is thousands of lines above.
  for (const { name, failures } of rows) {
    for (const failure of failures) say(`\n✗ ${name}: ${failure.name}\n${indented(failure.reason)}`);
  }
  say('');
  for (const { name, passed, failed, took } of rows) {
    say(
      `${failed ? '✗' : '✓'} ${name.padEnd(18)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed   ${took}`,
    );
  }
  if (chosen.length < suites.length) say(`Only a part ran: ${chosen.map(({ name }) => name).join(', ')}.`);
  const total = (/** @type {'passed' | 'failed'} */ side) => rows.reduce((sum, row) => sum + row[side], 0);
  say(`${total('passed')} passed, ${total('failed')} failed`);
  if (total('failed') > 0) process.exitCode = 1;
}

/** @typedef {import('./count.mjs').Count & { name: string, took: string }} Row */

/**
 * Runs suites two at a time; what each prints is held until it has ended, so that no two mix.
 * @param {import('./suites.mjs').Suite[]} small
 * @param {string[]} more
 * @returns {Promise<Row[]>} in the order of `small`
 */
async function sideBySide(small, more) {
  /** @type {Row[]} */
  const rows = [];
  const waiting = small.entries();
  const runWaiting = async () => {
    for (const [place, suite] of waiting) {
      let printed = '';
      rows[place] = await timed(suite, more, (text) => {
        printed += text;
      });
      say(`${heading(suite)}\n${printed.trimEnd()}`);
    }
  };
  await Promise.all([runWaiting(), runWaiting()]);
  return rows;
}

/** @param {import('./suites.mjs').Suite} suite */
function heading({ does, name }) {
  return `\n── ${does} (${name})`;
}

/**
 * @param {import('./suites.mjs').Suite} suite
 * @param {string[]} more
 * @param {(text: string) => void} show
 * @returns {Promise<Row>}
 */
async function timed(suite, more, show) {
  const since = performance.now();
  const count = await runOne(suite, more, show);
  return { name: suite.name, ...count, took: seconds(since) };
}

/** What was asked for on the command line. */
function words() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true },
        changed: { type: 'boolean', default: false },
        since: { type: 'string', default: 'main' },
      },
    });
    const only = values.only?.flatMap((names) => names.split(','));
    return { only, since: values.changed ? values.since : null, positionals };
  } catch (error) {
    throw new Fault(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string[] | undefined} names */
function choose(names) {
  const unknown = names?.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown?.length) {
    throw new Fault(
      `There is no ${unknown.join(', ')}. Choose from ${suites.map(({ name }) => name).join(', ')}.`,
    );
  }
  return names ? suites.filter(({ name }) => names.includes(name)) : suites;
}

/**
 * Of the suites those that a change touches, each with the words that keep its runner to what is touched.
 * @param {import('./suites.mjs').Suite[]} from
 * @param {string | null} since the commit that the change began at; all suites whole where null
 * @returns {import('./suites.mjs').Suite[]}
 */
function touched(from, since) {
  if (since === null) return from;
  const files = changedFiles(since);
  say(`${files.length} files differ from ${since}.`);
  return from.flatMap((suite) => {
    const kept = wordsFor(suite, files, since);
    if (kept === null) return [];
    // A runner that finds no test for a change has nothing to say against it.
    const mayBeEmpty = kept.length > 0;
    return [{ ...suite, run: (more, show) => suite.run([...kept, ...more], show, mayBeEmpty) }];
  });
}

/**
 * Whatever breaks on the way to the count is one failure, said at once; the other suites still run.
 * @param {import('./suites.mjs').Suite} suite
 * @param {string[]} more
 * @param {(text: string) => void} show
 */
async function runOne(suite, more, show) {
  try {
    if (suite.needsWeb) await buildWeb();
    return await suite.run(more, show);
  } catch (error) {
    say(explain(error));
    return { passed: 0, failed: 1, failures: [] };
  }
}

/** @param {string} lines */
function indented(lines) {
  return lines.replaceAll(/^/gm, '    ');
}

/** @param {unknown} error */
function explain(error) {
  if (error instanceof Fault) return error.message;
  return String(error instanceof Error ? error.stack : error);
}
