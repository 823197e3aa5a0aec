import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Count, playwrightCount, vitestCount } from '../scripts/count.mjs';
import { root } from '../scripts/project.mjs';

const folder = mkdtempSync(join(tmpdir(), 'duet-count-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const vitest = (numTotalTests: number, numPassedTests: number, testResults: unknown[] = []) =>
  report({ numTotalTests, numPassedTests, testResults });
const playwright = (stats: object) =>
  report({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats } });

describe('npm test', () => {
  it.each(['--only=nonsense', '--nonsense'])('ends with the count also where it cannot begin: %s', (word) => {
    const script = join(root, 'scripts', 'test.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, word], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([1, '0 passed, 1 failed\n']);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('nonsense')]);
  });
});

/** The numbers alone. */
const numbers = ({ passed, failed }: Count) => ({ passed, failed });

describe('the count of a run', () => {
  it('is what passed and what failed', () => {
    expect(numbers(vitestCount(vitest(5, 5), 0))).toEqual({ passed: 5, failed: 0 });
    expect(numbers(vitestCount(vitest(5, 3), 1))).toEqual({ passed: 3, failed: 2 });
    expect(numbers(playwrightCount(playwright({ expected: 4, unexpected: 1 }), 1))).toEqual({
      passed: 4,
      failed: 1,
    });
  });

  it('takes a skipped or flaky test for a failed one', () => {
    expect(numbers(vitestCount(vitest(5, 4), 0))).toEqual({ passed: 4, failed: 1 });
    expect(numbers(playwrightCount(playwright({ expected: 4, skipped: 2 }), 0))).toEqual({
      passed: 4,
      failed: 2,
    });
    expect(numbers(playwrightCount(playwright({ expected: 4, flaky: 1 }), 0))).toEqual({
      passed: 4,
      failed: 1,
    });
  });

  it('takes a file that broke before its first test for a failure', () => {
    const broken = [{ status: 'failed', assertionResults: [] }];
    expect(numbers(vitestCount(vitest(5, 5, broken), 1))).toEqual({ passed: 5, failed: 1 });
  });

  it('takes a runner that found nothing, broke or left no report for a failure', () => {
    expect(numbers(vitestCount(vitest(0, 0), 0))).toEqual({ passed: 0, failed: 1 });
    expect(numbers(vitestCount(vitest(5, 5), 1))).toEqual({ passed: 5, failed: 1 });
    expect(numbers(vitestCount(join(folder, 'none.json'), 0))).toEqual({ passed: 0, failed: 1 });
    for (const content of ['{"sta', 'null', '{}', '{"stats":{}}', '{"testResults":[]}']) {
      expect(numbers(playwrightCount(report(content), 0))).toEqual({ passed: 0, failed: 1 });
      expect(numbers(vitestCount(report(content), 0))).toEqual({ passed: 0, failed: 1 });
    }
  });

  it('names what failed, with the first lines of why', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'adds' },
      {
        status: 'failed',
        fullName: 'takes away',
        failureMessages: ['\u001b[31mexpected 1\u001b[0m\n\nto be 2'],
      },
    ];
    const files = [
      { status: 'failed', assertionResults },
      { name: 'broken.test.ts', status: 'failed', message: 'Cannot find x', assertionResults: [] },
    ];
    expect(vitestCount(vitest(2, 1, files), 1).failures).toEqual([
      { name: 'broken.test.ts', reason: 'Cannot find x' },
      { name: 'takes away', reason: 'expected 1\nto be 2' },
    ]);
    const spec = (title: string, status: string, message?: string) => ({
      title,
      file: 'feed.spec.ts',
      line: 8,
      tests: [{ status, results: [{ errors: message ? [{ message }] : [] }] }],
    });
    const suites = [
      { specs: [spec('reads', 'expected')], suites: [{ specs: [spec('writes', 'unexpected', 'too late')] }] },
      { specs: [spec('waits', 'skipped')] },
    ];
    const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 1 };
    expect(playwrightCount(report({ stats, suites }), 1)).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        { name: 'feed.spec.ts:8 writes', reason: 'too late' },
        { name: 'feed.spec.ts:8 waits', reason: 'skipped' },
      ],
    });
  });
});
