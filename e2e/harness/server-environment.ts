const { DUET_E2E_LATENESS: lateness } = process.env;
const imported = [
  '../../server/test/quick-passwords.ts',
  ...(lateness ? [`late-answers.mjs?ms=${lateness}`] : []),
];
/** What a server of a test loads before its own code. */
export const nodeWords = imported.flatMap((file) => ['--import', new URL(file, import.meta.url).href]);

/** Of every server of a test. */
export const testSettings = { DUET_RATE_LIMIT: '0', DUET_LOG_LEVEL: 'warn' };

/** Without the DUET_ settings of whoever runs the tests. */
export function cleanEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DUET_')));
}
