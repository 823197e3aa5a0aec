// `npm run mutate -- contract/src/posts/text/cut.ts`: changes operators, expressions and texts of these files one at a time,
// and prints which changes no unit test notices. Words after `--` name the tests to ask instead, those of whole calls among them:
// `npm run mutate -- server/src/posts/visibility.ts -- server/src/posts/detail.api.test.ts`. Stryker brings over a hundred packages that nothing else needs, so it is not among the project's:
// npm install --no-save @stryker-mutator/core@10.1.1 @stryker-mutator/vitest-runner@10.1.1
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { install } from './install.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { command, Fault, root, runtime } from './project.mjs';

const program = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

await command(async () => {
  const words = process.argv.slice(2);
  const end = words.indexOf('--');
  const files = end < 0 ? words : words.slice(0, end);
  if (end >= 0) process.env.DUET_MUTATE_TESTS = words.slice(end + 1).join('\n');
  if (files.length === 0)
    throw new Fault('Which files? For example: npm run mutate -- contract/src/posts/text/*.ts');
  await install({ dev: true });
  if (!existsSync(program)) {
    throw new Fault(
      'Stryker is not installed: npm install --no-save @stryker-mutator/core@10.1.1 @stryker-mutator/vitest-runner@10.1.1',
    );
  }
  Object.assign(process.env, memoryFolder());
  const folder = join(root, '.cache', 'mutate');
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'stryker.json');
  writeFileSync(config, JSON.stringify(settings(files)));
  const show = (/** @type {string} */ text) => process.stdout.write(text);
  const { code } = await run(runtime(), [program, 'run', config], { show });
  process.exitCode = code;
});

/** @param {string[]} files */
function settings(files) {
  return {
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutate.vitest.config.mjs', pool: 'forks' },
    mutate: [...files, '!**/*.test.ts'],
    coverageAnalysis: 'perTest',
    // What runs once when a module is loaded would want a process of its own for each change.
    ignoreStatic: true,
    concurrency: 1,
    // Stryker reads it by TypeScript's programming interface, which TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    ignorePatterns: ['.cache', 'test-results', 'data', 'web/dist', 'e2e/screenshots'],
    tempDirName: join('.cache', 'mutate', 'sandbox'),
    reporters: ['clear-text', 'json'],
    clearTextReporter: { logTests: false, reportTests: false },
    jsonReporter: { fileName: '.cache/mutate/report.json' },
  };
}
