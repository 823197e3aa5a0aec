import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createWorld, type World } from '../../test/world.ts';
import { listBackups, momentName } from './moments.ts';
import { backUpWhenDue, lastDue } from './nightly.ts';

const day = 24 * 60 * 60 * 1000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

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
    expect(await backUpWhenDue(world.context, folder)).toBe(true);
    expect(await backUpWhenDue(world.context, folder)).toBe(false);
    const [first = ''] = await listBackups(folder);
    for (let n = 1; n <= 14; n += 1) await mkdir(join(folder, momentName(Date.now() - n * 40 * day)));
    await mkdir(join(folder, 'by-hand'));
    world.clock.forward(3 * day);
    const begun = momentName(world.clock.now());
    expect(await backUpWhenDue(world.context, folder)).toBe(true);
    const there = await listBackups(folder);
    expect(there).toHaveLength(14);
    expect(there.at(-2)).toBe(first);
    expect(there.at(-1)?.localeCompare(begun)).toBeGreaterThanOrEqual(0);
  });
});
