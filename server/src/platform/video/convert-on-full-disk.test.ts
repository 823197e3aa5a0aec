import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, MB } from '@duet/contract/limits';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { convert } from './ffmpeg-jobs.ts';

let dir: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => dir[Symbol.dispose]());

/** What files in the making leave free. */
const floor = 64 * MB;

interface Converted {
  /** What it answered or threw: the code of a failure, or what a conversion failed by. */
  readonly ended: string;
  /** The size that its output could have at most. */
  readonly bound: number;
}

/** Runs a script in place of ffmpeg, which finds the bound of its output in `$fs` and its path in `$into`. */
async function converted(script: string, free: readonly number[]): Promise<Converted> {
  const ffmpeg = join(dir.path, 'ffmpeg');
  const bound = join(dir.path, 'bound');
  const options = `for into; do [ "$last" = -fs ] && fs=$into; last=$into; done; echo $fs > ${bound}`;
  await writeFile(ffmpeg, `#!/bin/sh\n${options}\n${script}\n`, { mode: 0o700 });
  const left = [...free];
  const space = async () => ({ free: (left.length > 1 ? left.shift() : left[0]) ?? 0, total: 1e12 });
  const conversion = {
    source: join(dir.path, 'source'),
    into: join(dir.path, 'out.mp4'),
    duration: 1,
    onProgress() {},
    signal: AbortSignal.timeout(20_000),
  };
  const ended = await convert(ffmpeg, conversion, space).then(
    () => 'done',
    (error) => error.code ?? error.key,
  );
  return { ended, bound: Number(await readFile(bound, 'utf8').catch(() => '0')) };
}

/** Nothing where the bound is not that of a disk with little room. */
const write = (bytes: string) => `[ $fs -gt 9999 ] || head -c ${bytes} /dev/zero > "$into"`;

it.each([
  ['reaches the bound of its size', write('$fs'), [floor + 5000], 'STORAGE_FULL'],
  ['goes beyond it by its last piece', write('$((fs + 100))'), [floor + 5000], 'STORAGE_FULL'],
  ['ends below it', write('4999'), [floor + 5000], 'done'],
  [
    'finds the disk full',
    'echo "av_interleaved_write_frame(): No space left on device" >&2; exit 1',
    [1e12],
    'STORAGE_FULL',
  ],
  ['finds its quota used up', 'echo "Disk quota exceeded" >&2; exit 1', [1e12], 'STORAGE_FULL'],
  ['fails while others take the room', 'exit 1', [floor + 5000, floor], 'STORAGE_FULL'],
  ['fails by the video', 'echo "Invalid data found" >&2; exit 1', [floor + 5000], 'conversionFailed'],
] as const)('a conversion that %s ends as what it is', async (_, script, free, ends) => {
  expect((await converted(script, free)).ended).toBe(ends);
});

it.each([
  ['what the disk has beside what stays free', floor + 5000, 5000],
  ['four times the largest video', 1e12, 4 * limits.video.maxBytes],
])('its output is bounded by %s', async (_, free, bound) => {
  expect(await converted('', [free])).toEqual({ ended: 'done', bound });
});

it('it is not begun where there is no room at all', async () => {
  expect(await converted('', [floor])).toEqual({ ended: 'STORAGE_FULL', bound: 0 });
});
