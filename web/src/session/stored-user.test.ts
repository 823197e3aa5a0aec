import { describe, expect, it } from 'vitest';
import { storedUser } from './stored-user.ts';

const whole = {
  _id: '1',
  id: '1',
  username: 'ana',
  displayName: 'Ana',
  role: 'admin',
  language: 'ro',
  profilePictureUrl: '/media/profile/1.jpg',
  created_at: '2026-11-26T12:00:00.000Z',
  deleted: false,
};

describe('the person that the device kept', () => {
  it('is read whole', () => {
    expect(storedUser(whole)).toEqual(whole);
  });

  it.each([
    ['language', 'fr', null],
    ['language', {}, null],
    ['displayName', 1, ''],
    ['displayName', undefined, ''],
    ['profilePictureUrl', {}, null],
    ['role', 'owner', 'user'],
  ])('is read without a %s that is %j', (field, damaged, read) => {
    expect(storedUser({ ...whole, [field]: damaged })).toEqual({ ...whole, [field]: read });
  });

  it.each([null, 'ana', [], {}, { ...whole, _id: 1 }, { ...whole, username: {} }])(
    'is nobody where %j stands in its place',
    (value) => {
      expect(storedUser(value)).toBeNull();
    },
  );
});
