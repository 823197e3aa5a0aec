import { describe, expect, it } from 'vitest';
import { type KnownUser, storedUser, userToStore } from './stored-user.ts';

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
    expect(storedUser(whole, 'duet_token')).toEqual(whole);
  });

  it('is nobody to the session of another', () => {
    const stored = userToStore(
      { ...whole, role: 'admin', email: 'ana@example.org' } as KnownUser,
      'duet_ana',
    );
    expect(JSON.stringify(stored)).not.toMatch(/duet_|example/);
    expect(storedUser(stored, 'duet_ana')).toEqual(whole);
    expect(storedUser(stored, null)).toEqual(whole);
    expect(storedUser(stored, 'duet_dan')).toBeNull();
  });

  it.each([
    ['language', 'fr', null],
    ['language', {}, null],
    ['displayName', 1, ''],
    ['displayName', undefined, ''],
    ['profilePictureUrl', {}, null],
    ['role', 'owner', 'user'],
  ])('is read without a %s that is %j', (field, damaged, read) => {
    expect(storedUser({ ...whole, [field]: damaged }, 'duet_token')).toEqual({ ...whole, [field]: read });
  });

  it.each([null, 'ana', [], {}, { ...whole, _id: 1 }, { ...whole, username: {} }])(
    'is nobody where %j stands in its place',
    (value) => {
      expect(storedUser(value, 'duet_token')).toBeNull();
    },
  );
});
