import { expect, it } from 'vitest';
import { newPersonFaults } from './new-person.ts';

const person = (username: string, email = '') =>
  newPersonFaults({ username, email, displayName: '', role: 'user' });

it('needs a name by the rules, and no email', () => {
  expect(person(' ana_1 ')).toEqual({});
  expect(person('')).toEqual({ username: 'fieldRequired' });
  expect(person('ana')).toEqual({ username: 'usernameLength' });
  expect(person('ana_1', '  ')).toEqual({});
  expect(person('ana_1', 'nowhere')).toEqual({ email: 'emailInvalid' });
  expect(person('ana 1', ' ana@example.org ')).toEqual({ username: 'usernameCharacters' });
});
