import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { backUpWhenDue, lastDue } from './nightly.ts';
import { listBackups, timestampedName } from './timestamped-names.ts';

const day = 24 * 60 * 60 * 1000;

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

describe('the nightly backup', () => {
  it('is due at 02:00 of the machine’s time', () => {
    const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
    expect(lastDue(at(20, 1, 59))).toBe(at(19, 2));
    expect(lastDue(at(20, 2))).toBe(at(20, 2));
    expect(lastDue(at(20, 23))).toBe(at(20, 2));
  });

  it('is made once a night, also for a night that was missed, and 14 are kept', async () => {
    using dir = temporaryDir();
    const folder = join(dir.path, 'nightly');
    expect(await backUpWhenDue(harness.context, folder)).toBe(true);
    expect(await backUpWhenDue(harness.context, folder)).toBe(false);
    const [first = ''] = await listBackups(folder);
    for (let n = 1; n <= 14; n += 1) await mkdir(join(folder, timestampedName(Date.now() - n * 40 * day)));
    await mkdir(join(folder, 'by-hand'));
    harness.clock.forward(3 * day);
    const begun = timestampedName(harness.clock.now());
    expect(await backUpWhenDue(harness.context, folder)).toBe(true);
    const there = await listBackups(folder);
    expect(there).toHaveLength(14);
    expect(there.at(-2)).toBe(first);
    expect(there.at(-1)?.localeCompare(begun)).toBeGreaterThanOrEqual(0);
  });
});
