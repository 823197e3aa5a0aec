import { expect, it } from 'vitest';
import { createWorld } from '../../test/world.ts';

it.each(['open', 'closed'] as const)(
  'tells anybody what the site is and that joining is %s',
  async (registration) => {
    await using world = await createWorld({ config: { registration } });
    const { status, body, headers } = await world.guest.call('site.show');
    expect([status, body.data.site]).toEqual([
      200,
      { name: 'Duet', reading: 'everybody', joining: registration },
    ]);
    expect(headers.get('cache-control')).toContain('no-store');
    const member = await world.admin();
    expect((await member.call('site.show')).body.data).toEqual(body.data);
  },
);
