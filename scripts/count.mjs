// Reads what a test runner counted. Nothing is skipped silently: a test that did not run counts as failed.
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** `npm run scale-test -- api` leaves out what asks one server alone (`server/test/on-one-server.ts`). */
const isLeftOut = process.env.DUET_TEST_SERVERS !== undefined;
/** So many lines of a failure are repeated at the end of a run; the rest stands where the test ran. */
const shownLines = 8;
/** So many of what a failed browser test has attached as text: what its pages showed and what its server said. */
const attachedLines = 100;

/**
 * @typedef {{ name: string, reason: string }} Failure which test, and the first lines of what it said
 * @typedef {{ passed: number, failed: number, failures: Failure[] }} Count `failures` may name fewer than `failed` counts
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ numPassedTests: number, numPendingTests?: number, numTotalTests: number, testResults: VitestFile[] }} VitestReport
 * @typedef {{ name: string, contentType: string, body?: string }} Attachment `body` is base64
 * @typedef {{ errors?: { message?: string }[], attachments?: Attachment[] }} PlaywrightResult
 * @typedef {{ status: string, results: PlaywrightResult[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, line: number, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites?: PlaywrightSuite[], errors?: { message?: string }[] }} PlaywrightReport
 */

/**
 * @param {string} file the report of vitest's `json` reporter
 * @param {number} code the runner's exit code
 * @param {boolean} [mayBeEmpty] whether to find no test is no failure
 * @returns {Count}
 */
export function vitestCount(file, code, mayBeEmpty = false) {
  const report = /** @type {VitestReport | null} */ (read(file));
  // Without a test to run Vitest writes no report.
  if (!report && mayBeEmpty && code === 0) return { passed: 0, failed: 0, failures: [] };
  if (!report || !areNumbers(report.numPassedTests, report.numTotalTests) || !report.testResults) {
    return { passed: 0, failed: 1, failures: [] };
  }
  // A file that breaks before its tests are known has failed without one of them failing.
  const broken = report.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.length === 0,
  );
  const failures = [
    ...broken.map(({ name, message }) => failure(name, message)),
    ...report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status !== 'passed' && !(isLeftOut && status === 'skipped'))
      .map(({ fullName, status, failureMessages }) => failure(fullName, failureMessages?.[0] ?? status)),
  ];
  const leftOut = isLeftOut ? (report.numPendingTests ?? 0) : 0;
  if (leftOut > 0) console.log(`${leftOut} tests of what one server has to itself were left out.`);
  const failed = report.numTotalTests - report.numPassedTests - leftOut + broken.length;
  return agreed({ passed: report.numPassedTests, failed, failures }, code, mayBeEmpty);
}

/**
 * @param {string} file the report of Playwright's `json` reporter
 * @param {number} code the runner's exit code
 * @param {boolean} [mayBeEmpty] whether to find no test is no failure
 * @returns {Count}
 */
export function playwrightCount(file, code, mayBeEmpty = false) {
  const report = /** @type {PlaywrightReport | null} */ (read(file));
  if (!report?.stats) return { passed: 0, failed: 1, failures: [] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  if (!areNumbers(expected, unexpected, flaky, skipped)) return { passed: 0, failed: 1, failures: [] };
  const failures = [
    ...(report.errors ?? []).map(({ message }) => failure('outside of the tests', message)),
    ...specsIn(report.suites ?? []).flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ status, results }) =>
          failure(
            `${file}:${line} ${title}`,
            results.flatMap(({ errors }) => errors ?? [])[0]?.message ?? status,
            results.flatMap(({ attachments }) => attachments ?? []).flatMap(attachedText),
          ),
        ),
    ),
  ];
  return agreed({ passed: expected, failed: unexpected + flaky + skipped, failures }, code, mayBeEmpty);
}

/**
 * @param {PlaywrightSuite[]} suites
 * @returns {PlaywrightSpec[]}
 */
function specsIn(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsIn(suite.suites ?? [])]);
}

/**
 * What a test has attached as text.
 * @param {Attachment} attachment
 * @returns {string[]} a heading and its lines; nothing for a file
 */
function attachedText({ name, contentType, body }) {
  if (!contentType.startsWith('text/') || !body) return [];
  return [`${name}:`, ...filledLines(Buffer.from(body, 'base64').toString()).slice(0, attachedLines)];
}

/**
 * @param {string} name
 * @param {string} [message]
 * @param {string[]} [attached] lines that follow the message
 * @returns {Failure}
 */
function failure(name, message = '', attached = []) {
  return { name, reason: [...filledLines(message).slice(0, shownLines), ...attached].join('\n') };
}

/** @param {string} text */
function filledLines(text) {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/**
 * A runner that found no test, or says that it failed though no test did, counts as one failure.
 * @param {Count} count
 * @param {number} code
 * @param {boolean} mayBeEmpty
 * @returns {Count}
 */
function agreed(count, code, mayBeEmpty) {
  const { passed, failed } = count;
  return { ...count, failed: failed === 0 && (code !== 0 || (passed === 0 && !mayBeEmpty)) ? 1 : failed };
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
