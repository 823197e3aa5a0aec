// Reads what a test runner counted. Nothing is skipped silently: a test that did not run counts as failed.
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{ numPassedTests: number, numTotalTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport
 */

/**
 * @param {string} file the report of vitest's `json` reporter
 * @param {number} code the runner's exit code
 * @returns {Count}
 */
export function vitestCount(file, code) {
  const report = /** @type {VitestReport | null} */ (read(file));
  if (!report || !areNumbers(report.numPassedTests, report.numTotalTests) || !report.testResults) {
    return { passed: 0, failed: 1 };
  }
  // A file that breaks before its tests are known has failed without one of them failing.
  const broken = report.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.length === 0,
  ).length;
  return agreed(
    { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests + broken },
    code,
  );
}

/**
 * @param {string} file the report of Playwright's `json` reporter
 * @param {number} code the runner's exit code
 * @returns {Count}
 */
export function playwrightCount(file, code) {
  const report = /** @type {PlaywrightReport | null} */ (read(file));
  if (!report?.stats) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  if (!areNumbers(expected, unexpected, flaky, skipped)) return { passed: 0, failed: 1 };
  return agreed({ passed: expected, failed: unexpected + flaky + skipped }, code);
}

/**
 * A runner that found no test, or says that it failed though no test did, counts as one failure.
 * @param {Count} count
 * @param {number} code
 */
function agreed({ passed, failed }, code) {
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

/** @param {unknown[]} values */
function areNumbers(...values) {
  return values.every((value) => Number.isInteger(value));
}

/** @param {string} file */
function read(file) {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
