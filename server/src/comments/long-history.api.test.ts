import { limits } from '@duet/contract/limits';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { publishPost } from '../../test/published-post.ts';

let site: Harness;
let admin: Person;
let ana: Person;
beforeEach(async () => {
  site = await createHarness();
  admin = await site.admin();
  ana = await site.person('anna');
});
afterEach(() => site[Symbol.asyncDispose]());

/** A comment that had the texts 1, 2, 3 … and has the last of them now. */
async function changed(times: number): Promise<string> {
  const postId = (await publishPost(admin))._id;
  const { comment } = (await ana.call('comments.create', { body: { postId, text: `${times + 1}` } })).body
    .data;
  const id = comment._id;
  await site.context.db.write((tx) =>
    sql`
      insert into comment_versions (id, comment_id, text, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${times})
      select ${id} || '-' || (10000 + n), ${id}, cast(n as text), n from numbers where n > 0`.execute(tx),
  );
  return id;
}

it('of a comment that was changed very often the first and the newest texts are shown', async () => {
  const { shownVersions } = limits.comment;
  const numbersOf = async (id: string) => {
    const { body } = await admin.call('comments.history', { params: { id } });
    return body.data.history.map(({ text }) => Number(text));
  };
  const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const most = await changed(shownVersions + 1);
  expect(await numbersOf(most)).toEqual(upTo(shownVersions + 2));
  const more = await changed(shownVersions + 20);
  expect(await numbersOf(more)).toEqual([1, ...upTo(shownVersions + 21, 21)]);
});
