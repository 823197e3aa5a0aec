import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { playwrightCount, vitestCount } from '../scripts/count.mjs';
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

describe('the count of a run', () => {
  it('is what passed and what failed', () => {
    expect(vitestCount(vitest(5, 5), 0)).toEqual({ passed: 5, failed: 0 });
    expect(vitestCount(vitest(5, 3), 1)).toEqual({ passed: 3, failed: 2 });
    expect(playwrightCount(playwright({ expected: 4, unexpected: 1 }), 1)).toEqual({ passed: 4, failed: 1 });
  });

  it('takes a skipped or flaky test for a failed one', () => {
    expect(vitestCount(vitest(5, 4), 0)).toEqual({ passed: 4, failed: 1 });
    expect(playwrightCount(playwright({ expected: 4, skipped: 2 }), 0)).toEqual({ passed: 4, failed: 2 });
    expect(playwrightCount(playwright({ expected: 4, flaky: 1 }), 0)).toEqual({ passed: 4, failed: 1 });
  });

  it('takes a file that broke before its first test for a failure', () => {
    const broken = [{ status: 'failed', assertionResults: [] }];
    expect(vitestCount(vitest(5, 5, broken), 1)).toEqual({ passed: 5, failed: 1 });
  });

  it('takes a runner that found nothing, broke or left no report for a failure', () => {
    expect(vitestCount(vitest(0, 0), 0)).toEqual({ passed: 0, failed: 1 });
    expect(vitestCount(vitest(5, 5), 1)).toEqual({ passed: 5, failed: 1 });
    expect(vitestCount(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
    for (const content of ['{"sta', 'null', '{}', '{"stats":{}}', '{"testResults":[]}']) {
      expect(playwrightCount(report(content), 0)).toEqual({ passed: 0, failed: 1 });
      expect(vitestCount(report(content), 0)).toEqual({ passed: 0, failed: 1 });
    }
  });
});
