import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { BufferSource, EncodedPacketSink, Input, type InputTrack, MP4, QTFF } from 'mediabunny';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryDir } from '../../../../test/temporary-dir.ts';
import { clip } from '../../../../test/uploads.ts';
import { Failure } from '../../failure.ts';
import type { Scratch } from '../../storage/storage.ts';
import { FileAccess } from '../byte-access.ts';
import { VideoTools } from '../video-tools.ts';

let dir: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => dir[Symbol.dispose]());

/** Where a video may be written anew. */
const into = (): Scratch => ({
  path: dir.path,
  requireRoom: async () => {},
  async [Symbol.asyncDispose]() {},
});

async function prepared(bytes: Buffer): Promise<{ readonly bytes: Buffer; readonly moved: boolean }> {
  const file = join(dir.path, 'file');
  await writeFile(file, bytes);
  const remote = await remotely(bytes);
  const at = await new VideoTools(null).prepare(file, 'mp4', into()).catch((error) => {
    // A broken one is refused for the same reason where it lies elsewhere.
    expect(remote).toMatchObject({ code: error.code });
    throw error;
  });
  const local = await readFile(String(at));
  expect(Buffer.isBuffer(remote) && remote.equals(local)).toBe(true);
  return { bytes: local, moved: at !== file };
}

/** What becomes of it where it lies elsewhere and is never a file; its own bytes stay as they are. */
async function remotely(bytes: Buffer): Promise<unknown> {
  const before = Buffer.from(bytes);
  const read = async (start: number, end: number) => Buffer.from(bytes.subarray(start, end));
  async function* stream(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += 999) yield await read(at, Math.min(at + 999, end));
  }
  const file = () => Promise.reject(new Error('nobody needs a file'));
  try {
    const video = { size: bytes.length, read, stream, file };
    const made = await new VideoTools(null).prepare(video, 'mp4', into());
    return await buffer(made as AsyncIterable<Buffer>);
  } catch (error) {
    return error;
  } finally {
    expect(bytes.equals(before)).toBe(true);
  }
}

const tracksOf = (bytes: Buffer): Promise<InputTrack[]> =>
  new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: [MP4, QTFF] }).getTracks();

async function packetsOf(track: InputTrack | undefined): Promise<Buffer[]> {
  const packets = [];
  if (!track) throw new Error('no such track');
  for await (const { data } of new EncodedPacketSink(track).packets()) packets.push(Buffer.from(data));
  return packets;
}

/** The same file with its sound said to be what a camera writes of its way. */
function asTelemetry(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const hdlr = changed.indexOf(Buffer.from('soun'));
  changed.write('meta', hdlr, 'latin1');
  return changed;
}

describe('an MP4 with a track of telemetry', () => {
  it.each([
    ['index-first.mp4', false],
    ['phone.mp4', true],
    ['phone.mov', true],
  ])('loses it with all its samples, and nothing of its pictures: %s', async (name, moves) => {
    const bytes = await clip(name);
    const tracks = await tracksOf(bytes);
    const pictures = await packetsOf(tracks.find((track) => track.isVideoTrack()));
    const way = await packetsOf(tracks.find((track) => track.isAudioTrack()));
    for (const sample of way) expect(bytes.includes(sample)).toBe(true);
    const after = await prepared(asTelemetry(bytes));
    expect(after.moved).toBe(moves);
    const left = await tracksOf(after.bytes);
    expect(left).toHaveLength(1);
    expect(await packetsOf(left[0])).toEqual(pictures);
    for (const sample of way.filter(({ length }) => length > 16)) {
      expect(after.bytes.includes(sample)).toBe(false);
    }
  });
});

it.each([
  ['phone.mp4', true],
  ['index-first.mp4', false],
])('where there is no room for a copy %s waits for some only if it needs one: %s', async (name, waits) => {
  const bytes = await clip(name);
  const file = join(dir.path, 'file');
  await writeFile(file, bytes);
  const requireRoom = vi.fn().mockRejectedValue(new Failure('STORAGE_FULL'));
  const made = new VideoTools(null).prepare(file, 'mp4', { ...into(), requireRoom });
  if (waits) await expect(made).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  else expect(await made).toBe(file);
  expect(requireRoom.mock.calls).toEqual(waits ? [[bytes.length]] : []);
  expect(await readdir(dir.path)).toEqual(['file']);
});

it('copies are made one at a time, so that each asks for the room that the one before it has left', async () => {
  const bytes = await clip('phone.mp4');
  const tools = new VideoTools(null);
  const written: number[] = [];
  const copies = ['first', 'second'].map(async (name) => {
    const path = join(dir.path, name);
    await mkdir(path);
    const file = join(path, 'file');
    await writeFile(file, bytes);
    const requireRoom = async () => {
      const found = ['first', 'second'].map((each) => stat(join(dir.path, each, 'prepared.mp4')));
      const whole = (await Promise.allSettled(found)).map(
        (each) => each.status === 'fulfilled' && each.value.size,
      );
      written.push(whole.filter((size) => size === bytes.length).length);
    };
    await tools.prepare(file, 'mp4', { ...into(), path, requireRoom });
  });
  await Promise.all(copies);
  expect(written).toEqual([0, 1]);
});

describe('an MP4 that lies', () => {
  const broken: [string, (bytes: Buffer) => void][] = [
    ['a box larger than the file', (bytes) => bytes.writeUInt32BE(0x7fffffff, bytes.indexOf('mdat') - 4)],
    ['a box of no size', (bytes) => bytes.writeUInt32BE(3, bytes.indexOf('mdat') - 4)],
    ['a track larger than its index', (bytes) => bytes.writeUInt32BE(0x00ffffff, bytes.indexOf('trak') - 4)],
    ['no index', (bytes) => bytes.write('skip', bytes.indexOf('moov'), 'latin1')],
    ['no samples', (bytes) => bytes.write('skip', bytes.indexOf('mdat'), 'latin1')],
  ];
  it.each(broken)('is refused: %s', async (_, breaks) => {
    const bytes = await clip('phone.mp4');
    breaks(bytes);
    await expect(prepared(bytes)).rejects.toMatchObject({ code: 'VIDEO_DAMAGED' });
  });

  it('is zeroed once, however many chunks say that they lie at one place', async () => {
    const bytes = await clip('phone.mp4');
    const stco = bytes.lastIndexOf('stco');
    const count = bytes.readUInt32BE(stco + 8);
    const first = bytes.readUInt32BE(stco + 12);
    for (let chunk = 0; chunk < count; chunk += 1) bytes.writeUInt32BE(first, stco + 12 + 4 * chunk);
    // All samples of 2,000 bytes.
    bytes.writeUInt32BE(2000, bytes.lastIndexOf('stsz') + 8);
    const zero = vi.spyOn(FileAccess.prototype, 'zero');
    await prepared(asTelemetry(bytes));
    const zeroed = zero.mock.calls.reduce((sum, [, size]) => sum + size, 0);
    zero.mockRestore();
    expect(zeroed).toBeGreaterThan(2000);
    expect(zeroed).toBeLessThan(bytes.length);
  });

  it('is not followed out of its tables: counts and offsets beyond all bounds', async () => {
    const bytes = await clip('phone.mp4');
    const stco = bytes.indexOf('stco');
    bytes.writeUInt32BE(0xffffffff, stco + 8);
    bytes.writeUInt32BE(0xfffffff0, stco + 12);
    const stsz = bytes.lastIndexOf('stsz');
    bytes.writeUInt32BE(0xffffffff, stsz + 12);
    const stsc = bytes.lastIndexOf('stsc');
    bytes.writeUInt32BE(0xffffffff, stsc + 16);
    const { bytes: after } = await prepared(asTelemetry(bytes));
    expect(after.length).toBe(bytes.length);
  });
});
