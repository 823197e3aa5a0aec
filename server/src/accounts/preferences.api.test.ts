import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';

const day = 86_400_000;

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

describe('preferences', () => {
  it('start with notifications on and the language of the account [PROF-25..27, PROF-31..33]', async () => {
    const ana = await harness.person('anna_1');
    const { status, body } = await ana.call('accounts.preferences');
    const start = {
      notifications_push: true,
      language: 'en',
      disable_for_week: false,
      disabled_until: null,
      notifications_posts: false,
      notifications_text: false,
    };
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...start, preferences: start });
  });

  it('are saved in part, by people and admins [PROF-09, PROF-10, PROF-28..30]', async () => {
    for (const ana of [await harness.person('anna_2'), await harness.admin()]) {
      const save = async (body: object) => (await ana.send('accounts.savePreferences', body)).body.data;
      expect(await save({ notifications_push: false })).toMatchObject({
        notifications_push: false,
        language: 'en',
        disable_for_week: false,
      });
      expect(await save({ language: 'ro' })).toMatchObject({ notifications_push: false, language: 'ro' });
      expect(await save({ disable_for_week: true })).toMatchObject({ disable_for_week: true });
      const { data } = (await ana.call('accounts.preferences')).body;
      expect(data.preferences).toMatchObject({
        notifications_push: false,
        language: 'ro',
        disable_for_week: true,
      });
      expect(await save({})).toEqual(data);
    }
  });

  it('have one language with the account [ENT-08]', async () => {
    const ana = await harness.person('anna_3');
    await ana.call('accounts.savePreferences', { body: { language: 'ro' } });
    expect((await ana.call('accounts.currentUser')).body.data.user.language).toBe('ro');
    expect((await harness.signIn('anna_3')).user.language).toBe('ro');
  });

  it('turn notifications off for one week, which ends by itself [PROF-05] [PROF-06]', async () => {
    await using site = await createHarness();
    const ana = await site.person('anna_1');
    const before = site.clock.now();
    const { data } = (await ana.call('accounts.savePreferences', { body: { disable_for_week: true } })).body;
    const until = Date.parse(data.disabled_until ?? '');
    expect(until).toBeGreaterThanOrEqual(before + 7 * day);
    expect(until).toBeLessThanOrEqual(site.clock.now() + 7 * day);

    site.clock.forward(6 * day);
    const again = (await ana.call('accounts.savePreferences', { body: { disable_for_week: true } })).body
      .data;
    expect(again.disabled_until).toBe(data.disabled_until);

    site.clock.forward(day);
    const over = (await ana.call('accounts.preferences')).body.data;
    expect(over).toMatchObject({ disable_for_week: false, disabled_until: null, notifications_push: true });
    const anew = (await ana.call('accounts.savePreferences', { body: { disable_for_week: true } })).body.data;
    expect(Date.parse(anew.disabled_until ?? '')).toBeGreaterThan(until + 6 * day);
  });

  it('turn them on again before the week is over', async () => {
    const ana = await harness.person('anna_4');
    await ana.call('accounts.savePreferences', { body: { disable_for_week: true } });
    const { data } = (await ana.call('accounts.savePreferences', { body: { disable_for_week: false } })).body;
    expect(data).toMatchObject({ disable_for_week: false, disabled_until: null });
  });

  it.each([
    [{ language: 'fr' }, 'language', 'Language must be en or ro'],
    [{ notifications_push: 'yes' }, 'notifications_push', 'This value is not valid.'],
    [{ disable_for_week: '2030-01-01' }, 'disable_for_week', 'This value is not valid.'],
  ])('refuse %j', async (body, field, sentence) => {
    const ana = await harness.person(`fault_${field.slice(0, 8)}`);
    const { status, body: answer } = await ana.send('accounts.savePreferences', body);
    expect([status, answer.fields]).toEqual([400, { [field]: sentence }]);
  });

  it('are for signed-in people [PROF-11] [PROF-12]', async () => {
    expect((await harness.guest.call('accounts.preferences')).status).toBe(401);
    expect((await harness.guest.call('accounts.savePreferences', { body: { language: 'ro' } })).status).toBe(
      401,
    );
  });
});
