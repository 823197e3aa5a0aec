import type { RateLimitName } from '@duet/contract/limits';
import { describe, expect, it } from 'vitest';
import { createHarness, password } from '../../../test/harness.ts';
import type { Limiter } from '../../platform/http/limiter.ts';

const wrong = { username: 'Anna_1', password: 'Wrong!123' };

describe('limits of signing in', () => {
  it('makes wait after five failures, also whoever is right then, and tells how long', async () => {
    await using harness = await createHarness({ config: { rateLimit: 1 } });
    await harness.person('Anna_1');
    for (let n = 0; n < 5; n++) {
      expect((await harness.guest.call('accounts.login', { body: wrong })).status).toBe(401);
    }
    const { status, headers, body } = await harness.guest.call('accounts.login', {
      body: { username: 'anna_1', password },
    });
    expect(status).toBe(429);
    expect(body.code).toBe('TOO_OFTEN');
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const other = await harness.guest.call('accounts.login', { body: { username: 'nobody', password } });
    expect(other.status).toBe(401);
  });

  it('forgets the failures after a success', async () => {
    await using harness = await createHarness({ config: { rateLimit: 1 } });
    await harness.person('Anna_1');
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 4; n++) {
        expect((await harness.guest.call('accounts.login', { body: wrong })).status).toBe(401);
      }
      await harness.signIn('Anna_1');
    }
  });

  it('counts by address and typed name; nothing of what was typed reaches the counters', async () => {
    const counted: [string, string][] = [];
    const limiter: Limiter = {
      async consume(name: RateLimitName, key: string) {
        counted.push([name, key]);
      },
      backoff: {
        async check() {},
        async fail(address, account) {
          counted.push([`fail ${address}`, account]);
        },
        async reset() {},
      },
    };
    await using harness = await createHarness({ overrides: { limiter } });
    await harness.guest.call('accounts.login', { body: wrong });
    await harness.guest.call('accounts.login', { body: { ...wrong, username: 'ANNA_1' } });
    const accounts = counted.filter(([name]) => name === 'loginAccount').map(([, key]) => key);
    expect(accounts).toHaveLength(2);
    expect(accounts[0]).toBe(accounts[1]);
    expect(counted).toContainEqual(['fail 127.0.0.1', accounts[0]]);
    expect(counted.map(([name]) => name)).toContain('loginAddress');
    expect(JSON.stringify(counted).toLowerCase()).not.toContain('anna_1');
  });

  it('lets an address make five accounts in half an hour', async () => {
    await using harness = await createHarness({ config: { rateLimit: 1 } });
    for (let n = 1; n <= 5; n++) await harness.person(`person_${n}`);
    const { status, headers } = await harness.guest.call('accounts.register', {
      body: { username: 'person_6', email: 'person_6@example.org', password },
    });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('lets a person change their password ten times in ten minutes', async () => {
    await using harness = await createHarness({ config: { rateLimit: 1 } });
    const ana = await harness.person('Anna_1');
    const change = () =>
      ana.call('accounts.changeUser', { params: { id: ana.id }, body: { password: 'Other!123' } });
    for (let n = 0; n < 10; n++) expect((await change()).status).toBe(200);
    expect((await change()).status).toBe(429);
  });
});
