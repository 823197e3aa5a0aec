import { describe, expect, it } from 'vitest';
import { changeUserBody, loginBody, registerBody, savePreferencesBody } from './shapes.ts';

const good = { username: 'ana_1', email: 'ana@example.org', password: 'Secret!' };

const faults = (result: ReturnType<typeof registerBody.safeParse>) =>
  Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));

describe('registerBody', () => {
  it('trims the names and leaves the password alone', () => {
    const body = { username: ' ana_1 ', email: ' ana@example.org ', password: ' Secret! ' };
    expect(registerBody.parse(body)).toEqual({ ...good, password: ' Secret! ' });
  });

  it('says of every missing field what it wants [AUTH-25] [AUTH-29] [AUTH-33]', () => {
    expect(faults(registerBody.safeParse({}))).toEqual({
      username: 'fieldRequired',
      email: 'fieldRequired',
      password: 'passwordRequired',
    });
  });

  it('measures a password in its composed form', () => {
    const decomposed = 'A!éée'.normalize('NFD');
    expect(decomposed.length).toBeGreaterThan(6);
    expect(faults(registerBody.safeParse({ ...good, password: decomposed }))).toEqual({
      password: 'passwordTooShort',
    });
  });

  it.each([1, null, {}, []])('refuses %j for a name', (username) => {
    expect(faults(registerBody.safeParse({ ...good, username }))).toEqual({ username: 'fieldInvalid' });
  });
});

describe('loginBody', () => {
  it('wants both fields filled [AUTH-05] [AUTH-06]', () => {
    const { error } = loginBody.safeParse({ username: '' });
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['username', 'fieldRequired'],
      ['password', 'fieldRequired'],
    ]);
    const wrong = loginBody.safeParse({ username: null, password: 1 });
    expect(wrong.error?.issues.map(({ message }) => message)).toEqual(['fieldInvalid', 'fieldInvalid']);
  });
});

describe('changeUserBody', () => {
  it('takes password and role, both optional [USERS-36]', () => {
    expect(changeUserBody.parse({})).toEqual({});
    expect(changeUserBody.parse({ role: 'user' })).toEqual({ role: 'user' });
    expect(changeUserBody.parse({ password: 'Secret!' })).toEqual({ password: 'Secret!' });
  });

  it.each(['x', 'Admin', '', null, 1])('refuses the role %j [USERS-42]', (role) => {
    expect(changeUserBody.safeParse({ role }).error?.issues[0]).toMatchObject({
      path: ['role'],
      message: 'roleInvalid',
    });
  });

  it.each(['email', 'username', 'toString', 'constructor'])('refuses %s [ENT-05]', (field) => {
    const body = JSON.parse(`{"password":"Secret!","${field}":"x"}`);
    expect(changeUserBody.safeParse(body).error?.issues[0]).toMatchObject({
      path: [field],
      message: 'fieldNotAllowed',
    });
  });
});

describe('savePreferencesBody', () => {
  it('takes en and ro only [PROF-32]', () => {
    expect(savePreferencesBody.safeParse({ language: 'ro' }).success).toBe(true);
    expect(savePreferencesBody.safeParse({ language: 'fr' }).error?.issues[0]?.message).toBe(
      'languageInvalid',
    );
  });

  it('takes booleans only [PROF-31] [PROF-33]', () => {
    expect(savePreferencesBody.safeParse({ notifications_push: 'true' }).success).toBe(false);
    expect(savePreferencesBody.safeParse({ disable_for_week: 1 }).success).toBe(false);
  });
});
