import { expect, it } from 'vitest';
import { CallFailure } from '../../api/failure.ts';
import { colourOf } from './failure.ts';

it.each([
  [new CallFailure('', { status: 500, serverText: 'Database Error' }), 'danger'],
  [new CallFailure('', { status: 0 }), 'danger'],
  [new TypeError('undefined'), 'danger'],
  [new CallFailure('', { status: 429, serverText: 'Prea multe încercări.' }), 'warning'],
])('is red where it failed, in every language, and amber where it was put off [ACT-20]', (error, colour) => {
  expect(colourOf(error)).toBe(colour);
});
