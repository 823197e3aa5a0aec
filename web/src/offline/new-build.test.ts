import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const fetched = vi.fn<() => Promise<Response>>();
const answer = (app: string) => Promise.resolve(Response.json({ app }));
let pages = 0;
/** As in a page that has just been opened; the modules of other tests stay. */
const opened = (): Promise<typeof import('./new-build.ts')> => {
  pages += 1;
  return import(/* @vite-ignore */ `./new-build.ts?page=${pages}`);
};

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('asks for the build of a server that gave no answer again soon, then later, until it says one', async () => {
  const { checkForNewBuild } = await opened();
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetched.mockResolvedValueOnce(Response.json({ error: 'busy' }, { status: 503 }));
  fetched.mockImplementation(() => answer('/assets/another.js'));
  checkForNewBuild();
  const calls: number[] = [];
  for (const ms of [1, 2998, 2, 5998, 2, 3_600_000]) {
    await vi.advanceTimersByTimeAsync(ms);
    calls.push(fetched.mock.calls.length);
  }
  expect(calls).toEqual([1, 1, 2, 2, 3, 3]);
});

it('asks at once what speaks for a new build after no answer', async () => {
  const { checkForNewBuild } = await opened();
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetched.mockImplementation(() => answer('/assets/another.js'));
  checkForNewBuild();
  await vi.advanceTimersByTimeAsync(100);
  checkForNewBuild();
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('asks once in half a minute, however often something speaks for a new build', async () => {
  const { checkForNewBuild } = await opened();
  fetched.mockImplementation(() => answer(new URL('./new-build.ts', import.meta.url).pathname));
  for (let times = 0; times < 3; times += 1) {
    checkForNewBuild();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetched).toHaveBeenCalledTimes(2);
});
