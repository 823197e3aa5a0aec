// All that `npm test` runs, each with the name that `--only` takes.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { playwrightCount, vitestCount } from './count.mjs';
import { root, runtime } from './project.mjs';

/**
 * @typedef {import('./count.mjs').Count} Count
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} does
 * @property {boolean} [needsWeb] whether the web app must be built first
 * @property {boolean} [small] whether it keeps one core busy at most, so that another one may run beside it
 * @property {(more: string[], show: (text: string) => void, mayBeEmpty?: boolean) => Promise<Count>} run
 *   `more`: words for the runner, from a developer's command line; `show` takes what the runner prints; `mayBeEmpty`: to
 *   find no test is no failure
 */

/** @type {Suite[]} */
export const suites = [
  check('types', 'Types', 'typescript/bin/tsc', ['-b']),
  check('lint', 'Lint and format', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
  { ...vitest('structure', 'Layout, texts, docs', 'structure'), small: true },
  { ...vitest('contract', 'Contract', 'contract'), small: true },
  { ...vitest('web', 'Web app', 'web'), small: true },
  { ...vitest('demo', 'Demo', 'demo'), small: true },
  vitest('faults', 'App through a faulty network', 'web/test/faults'),
  vitest('server-sqlite', 'Server on SQLite', 'server', { DUET_TEST_DATABASE: 'sqlite' }),
  vitest('server-postgres', 'Server on PostgreSQL', 'server', { DUET_TEST_DATABASE: 'postgres' }),
  browser('browser-sqlite', 'Browser, server on SQLite', 'sqlite'),
  browser('browser-postgres', 'Browser, server on PostgreSQL', 'postgres'),
];

/**
 * A tool that only says yes or no counts as one test.
 * @param {string} name
 * @param {string} does
 * @param {string} program below node_modules
 * @param {string[]} words
 * @returns {Suite}
 */
function check(name, does, program, words) {
  return {
    name,
    does,
    small: true,
    async run(more, show) {
      const { code } = await tool(program, [...words, ...more], { show });
      return code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [] };
    },
  };
}

/**
 * @param {string} name
 * @param {string} does
 * @param {string} folder the one with the vitest.config.ts
 * @param {Record<string, string>} [settings]
 * @returns {Suite}
 */
function vitest(name, does, folder, settings = {}) {
  return {
    name,
    does,
    async run(more, show, mayBeEmpty) {
      const report = freshReport(name);
      const words = [
        'run',
        '--root',
        folder,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ];
      const { code } = await tool('vitest/vitest.mjs', [...words, ...more], { settings, show });
      return vitestCount(report, code, mayBeEmpty);
    },
  };
}

/**
 * @param {string} name
 * @param {string} does
 * @param {string} project of e2e/playwright.config.ts
 * @returns {Suite}
 */
function browser(name, does, project) {
  return {
    name,
    does,
    needsWeb: true,
    async run(more, show, mayBeEmpty) {
      const report = freshReport(name);
      const words = [
        'test',
        '--config',
        'e2e/playwright.config.ts',
        `--project=${project}`,
        '--reporter=list,json',
      ];
      const settings = {
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        // The tests without their types, which would else be gone with the folder for temporary files.
        PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, '.cache', 'playwright'),
      };
      const { code } = await tool('@playwright/test/cli.js', [...words, ...more], { settings, show });
      return playwrightCount(report, code, mayBeEmpty);
    },
  };
}

/**
 * @param {string} program
 * @param {string[]} words
 * @param {import('./child.mjs').How} how
 */
function tool(program, words, how) {
  return run(runtime(), [join(root, 'node_modules', program), ...words], how);
}

/** @param {string} name */
function freshReport(name) {
  const file = join(root, '.cache', 'reports', `${name}.json`);
  rmSync(file, { force: true });
  return file;
}
