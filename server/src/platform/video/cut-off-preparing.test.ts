import { createHash } from 'node:crypto';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, type InputTrack } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { clip } from '../../../test/uploads.ts';
import type { ByteAccess } from './byte-access.ts';
import type { Run } from './edits.ts';
import { prepareMp4 } from './mp4/prepare-mp4.ts';
import { prepareWebm } from './webm/prepare-webm.ts';

interface Change {
  readonly start: number;
  readonly bytes: Buffer;
  /** How many flushes came before it. */
  readonly flushes: number;
}

/** A video in memory that remembers how it was changed. */
class Recorded implements ByteAccess {
  readonly bytes: Buffer;
  readonly changes: Change[] = [];
  #flushes = 0;

  constructor(bytes: Buffer) {
    this.bytes = Buffer.from(bytes);
  }

  get size(): number {
    return this.bytes.length;
  }

  async read(start: number, length: number): Promise<Buffer> {
    return Buffer.from(this.bytes.subarray(start, start + length));
  }

  async write(bytes: Buffer, start: number): Promise<void> {
    expect(start + bytes.length).toBeLessThanOrEqual(this.size);
    bytes.copy(this.bytes, start);
    this.changes.push({ start, bytes: Buffer.from(bytes), flushes: this.#flushes });
  }

  zero(start: number, size: number): Promise<void> {
    return this.write(Buffer.alloc(size), start);
  }

  async flush(): Promise<void> {
    this.#flushes += 1;
  }

  async *stream({ start, end }: Run): AsyncGenerator<Buffer> {
    yield this.read(start, end - start);
  }
}

/** What is there after a kill within a change, and after a power cut that only what was flushed survived, and one change. */
function* cutOff(bytes: Buffer, changes: readonly Change[]): Generator<Buffer> {
  const after = (done: readonly Change[]) => {
    const left = Buffer.from(bytes);
    for (const change of done) change.bytes.copy(left, change.start);
    return left;
  };
  for (const [at, change] of changes.entries()) {
    // A few bytes are written at once.
    for (const length of change.bytes.length > 16 ? [0, Math.ceil(change.bytes.length / 2)] : [0]) {
      yield after([...changes.slice(0, at), { ...change, bytes: change.bytes.subarray(0, length) }]);
    }
    yield after([...changes.filter(({ flushes }) => flushes < change.flushes), change]);
  }
}

const tracksOf = (bytes: Buffer): Promise<InputTrack[]> =>
  new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: ALL_FORMATS }).getTracks();

async function packetsOf(bytes: Buffer, kind: 'isVideoTrack' | 'isAudioTrack'): Promise<Buffer[]> {
  const packets = [];
  for (const track of await tracksOf(bytes)) {
    if (!track[kind]()) continue;
    for await (const { data } of new EncodedPacketSink(track).packets()) packets.push(Buffer.from(data));
  }
  return packets;
}

const picturesOf = async (bytes: Buffer): Promise<string> =>
  createHash('sha256')
    .update(Buffer.concat(await packetsOf(bytes, 'isVideoTrack')))
    .digest('hex');

interface Private {
  readonly bytes: Buffer;
  /** What has to be gone in the end. */
  readonly secrets: readonly Buffer[];
}

/** With its sound said to be what a camera writes of its way, and a box of a camera at its end. */
async function mp4(name: string): Promise<Private> {
  const bytes = await clip(name);
  const way = (await packetsOf(bytes, 'isAudioTrack')).filter(({ length }) => length > 16);
  bytes.write('meta', bytes.indexOf('soun'), 'latin1');
  const camera = Buffer.from('\0\0\0\x1cuuidserial number 123456', 'latin1');
  return {
    bytes: Buffer.concat([bytes, camera]),
    secrets: [...way, Buffer.from('123456')],
  };
}

const webm = async (name: string): Promise<Private> => ({
  bytes: await clip(name),
  secrets: [Buffer.from('47.1584')],
});

describe('what is private is gone once a call comes to its end, wherever the calls before it were cut off', () => {
  it.each([
    ['phone.mp4', mp4, prepareMp4],
    ['phone.mov', mp4, prepareMp4],
    ['located.webm', webm, prepareWebm],
  ] as const)('%s', async (name, make, prepare) => {
    const { bytes, secrets } = await make(name);
    const pictures = await picturesOf(bytes);
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(true);
    const whole = new Recorded(bytes);
    await prepare(whole);
    expect(whole.changes.length).toBeGreaterThan(1);
    for (const left of cutOff(bytes, whole.changes)) {
      // It is read as a video before it is prepared again.
      expect(await picturesOf(left)).toBe(pictures);
      const again = new Recorded(left);
      await prepare(again);
      for (const secret of secrets) expect(again.bytes.includes(secret)).toBe(false);
      expect(await picturesOf(again.bytes)).toBe(pictures);
    }
  });
});
