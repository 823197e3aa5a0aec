import { it } from 'vitest';

/** How many servers a harness has (`test/harness.ts`). */
export const serverCount = Number(process.env.DUET_TEST_SERVERS ?? 1);

/**
 * For a test of what one server has to itself: its memory, its folder, a count of its own, a stand-in that only it is given.
 * `npm run scale-test -- api` leaves it out.
 */
export const onOneServer: ReturnType<typeof it.runIf> = it.runIf(serverCount === 1);
