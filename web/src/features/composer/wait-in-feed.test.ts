import { describe, expect, it } from 'vitest';
import { waitInFeed } from './wait-in-feed.ts';

function clock() {
  let at = 0;
  return {
    now: () => at,
    sleep: async (ms: number) => {
      at += ms;
    },
  };
}

describe('waiting for a published post', () => {
  it('asks for the first page of 15 [POST-88, POST-89]', async () => {
    const asked: number[] = [];
    const firstPage = async (limit: number) => {
      asked.push(limit);
      return ['p'];
    };
    expect(await waitInFeed('p', { ...clock(), firstPage })).toBe(true);
    expect(asked).toEqual([15]);
  });

  it('waits at least 1.5 s even when the post is there at once [POST-92]', async () => {
    const time = clock();
    await waitInFeed('p', { ...time, firstPage: async () => ['p'] });
    expect(time.now()).toBe(1500);
  });

  it('gives up after 10 tries, 500 ms apart [POST-90, POST-91]', async () => {
    const time = clock();
    const tries: number[] = [];
    const firstPage = async () => {
      tries.push(time.now());
      throw new Error('offline');
    };
    expect(await waitInFeed('p', { ...time, firstPage })).toBe(false);
    expect(tries).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500]);
  });
});
