import { expect, it } from 'vitest';
import { createHarness } from '../../test/harness.ts';
import { draft, richText } from '../../test/posts.ts';

it('the years of the feed count what each caller may see of each, newest first, also where that was kept', async () => {
  await using harness = await createHarness();
  const admin = await harness.admin();
  const member = await harness.person('anna');
  const years = async (who: Pick<typeof admin, 'call'>) => (await who.call('posts.years')).body.data.years;
  const thisYear = new Date(harness.clock.now()).getUTCFullYear();

  expect(await years(harness.guest)).toEqual([]);
  const first = await richText(admin);
  await richText(admin, '<p>Ours</p>', { adminOnlyVisibility: true });
  await draft(admin);
  expect(await years(harness.guest)).toEqual([{ year: thisYear, count: 1 }]);
  expect(await years(member)).toEqual([{ year: thisYear, count: 1 }]);
  expect(await years(admin)).toEqual([{ year: thisYear, count: 2 }]);

  harness.clock.forward(400 * 86_400_000);
  const later = await harness.signIn('admin');
  await richText(later);
  const next = new Date(harness.clock.now()).getUTCFullYear();
  expect(await years(harness.guest)).toEqual([
    { year: next, count: 1 },
    { year: thisYear, count: 1 },
  ]);
  await later.call('posts.delete', { params: { id: first._id } });
  // A year of which a caller sees nothing is none.
  expect(await years(harness.guest)).toEqual([{ year: next, count: 1 }]);
  expect(await years(later)).toEqual([
    { year: next, count: 1 },
    { year: thisYear, count: 1 },
  ]);
});
