import { expect, it } from 'vitest';
import { createHarness } from '../../test/harness.ts';
import { findPeople, findPerson, setPicture } from './person.ts';

it('puts a picture on a person, shows it everywhere, and says which one was there', async () => {
  await using harness = await createHarness();
  const ana = await harness.person('anna_1');
  const { db } = harness.context;
  const media = (id: string) => ({
    id,
    kind: 'profile' as const,
    state: 'ready' as const,
    path: `profile/aa/${id}.jpg`,
    thumbnail_path: null,
    source_widths: '',
    owner_id: ana.id,
    file_name: 'me.jpg',
    content_type: 'image/jpeg',
    size: 1,
    sha256: '',
    width: 1,
    height: 1,
    duration: null,
    placeholder: '',
    created_at: 0,
    released_at: null,
  });
  const former = await db.write(async (tx) => {
    await tx
      .insertInto('media')
      .values([media('one'), media('two')])
      .execute();
    return [await setPicture(tx, ana.id, 'one'), await setPicture(tx, ana.id, 'two')];
  });
  expect(former).toEqual([null, 'one']);
  const url = '/media/profile/aa/two.jpg';
  expect((await ana.call('accounts.currentUser')).body.data.user.profilePictureUrl).toBe(url);
  expect(await findPerson(db.read, ana.id)).toEqual({
    id: ana.id,
    username: 'anna_1',
    displayName: '',
    profilePictureUrl: url,
    created_at: Date.parse(ana.user.created_at),
    deleted: false,
    waiting: false,
  });
  expect([...(await findPeople(db.read, [ana.id, 'nobody', ana.id])).keys()]).toEqual([ana.id]);
  expect(await findPerson(db.read, 'nobody')).toBeNull();
});
