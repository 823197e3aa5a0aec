import { expect, it } from 'vitest';
import { createHarness } from '../../test/harness.ts';

it.each(['open', 'closed'] as const)(
  'tells anybody what the site is and that joining is %s',
  async (registration) => {
    await using harness = await createHarness({ config: { registration } });
    const { status, body, headers } = await harness.guest.call('site.show');
    expect([status, body.data.site]).toEqual([
      200,
      { name: 'Duet', reading: 'everybody', joining: registration },
    ]);
    expect(headers.get('cache-control')).toContain('no-store');
    const member = await harness.admin();
    expect((await member.call('site.show')).body.data).toEqual(body.data);
  },
);
