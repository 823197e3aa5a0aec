import { describe, expect, it, vi } from 'vitest';
import { setLanguage, t } from '../i18n/language.ts';
import { CallFailure, failureText, failureTextOf, serverText } from './failure.ts';

describe("an answer's text [API-08, API-09]", () => {
  it.each([
    [{ error: 'A', message: 'B' }, 'A'],
    [{ message: 'B' }, 'B'],
    [{ error: '', message: 'B' }, 'B'],
    [{ error: { message: 'C' } }, 'C'],
    [{ error: 7 }, undefined],
    [undefined, undefined],
    ['text', undefined],
  ])('of %j is %j', (answer, text) => expect(serverText(answer)).toBe(text));
});

describe('what is shown of a failure', () => {
  it("is the server's own text where it gave one [API-11, PROF-22]", () => {
    expect(failureText(new CallFailure('A', { status: 500, serverText: 'A' }), 'ours')).toBe('A');
  });
  it('is ours where it gave none [AUTH-12, PROF-23]', () => {
    expect(failureText(new CallFailure('unexpected', { status: 500 }), 'ours')).toBe('ours');
    expect(failureText(new Error('bug'), 'ours')).toBe('ours');
  });
  it('says what is wrong with the connection', () => {
    expect(failureText(new CallFailure('No connection.', { status: 0 }), 'ours')).toBe('No connection.');
  });
  it('has the faults of single fields', () => {
    const answer = { success: false, error: 'A', fields: { email: 'Please enter a valid email' } };
    expect(new CallFailure('A', { status: 400, answer }).fields).toEqual(answer.fields);
    expect(new CallFailure('A', { status: 400 }).fields).toEqual({});
  });
});

it('is one sentence for a refusal and another where no answer came, unless the server gave its own', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage('en');
  vi.unstubAllGlobals();
  const texts = { failed: 'people.loadFailed', errored: 'people.loadErrored' } as const;
  const shown = [
    new CallFailure('', { status: 403, serverText: 'Not you' }),
    new CallFailure('', { status: 500 }),
    new CallFailure('offline', { status: 0 }),
    new TypeError('undefined'),
  ].map((error) => failureTextOf(error, texts));
  expect(shown).toEqual(['Not you', t(texts.failed), t(texts.errored), t(texts.errored)]);
  expect(failureTextOf(new CallFailure('', { status: 0 }), { failed: texts.failed })).toBe(t(texts.failed));
});
