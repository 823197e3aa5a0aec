import { expect, it } from 'vitest';
import { filesBelow, isCode, isTest, textOf } from './files.ts';

/** Reads what an error says, or turns an error into words. */
const machineText =
  /\b(?:error|err|cause|reason|failure|exception)(?: as Error)?\)?\??\.(?:message|stack)\b|String\((?:error|err|cause)\)|\$\{(?:error|err|cause)\}|\{[^{}]*\bmessage\b[^{}]*\} = (?:error|err|cause)\b/;

/** Where an error's message is read: the one function that shows them, and one that only looks for a word in it. */
const readers = new Set(['web/src/api/failure.ts', 'web/src/native/capacitor.ts']);

it("shows the message of an error in one place only, which tells sentences for people from the machine's own", () => {
  const found = filesBelow('web/src')
    .filter((path) => isCode(path) && !isTest(path) && !readers.has(path))
    .filter((path) => machineText.test(textOf(path)));
  expect(found).toEqual([]);
});

it('knows such a place when it sees one', () => {
  for (const code of [
    'toast.error((error as Error).message)',
    'error instanceof Error ? error.message : x',
    'String(error)',
    `$${'{cause}'}`,
    'const { message } = error;',
  ]) {
    expect([code, machineText.test(code)]).toEqual([code, true]);
  }
  expect(machineText.test('failureText(error, t(key)), fault.message')).toBe(false);
});

it('makes errors for people of sentences only', () => {
  const thrown = filesBelow('web/src')
    .filter((path) => isCode(path) && !isTest(path))
    .flatMap((path) =>
      [...textOf(path).matchAll(/new LocalizedError\(\s*([^)\s]*)/g)].map((match) => match[1] ?? ''),
    );
  expect(thrown.length).toBeGreaterThan(0);
  expect(thrown.filter((argument) => !/^(t\(|fault$)/.test(argument))).toEqual([]);
});
