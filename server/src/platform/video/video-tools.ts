import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { Semaphore } from '../semaphore.ts';
import type { Scratch } from '../storage/storage.ts';
import { type ByteAccess, EditedVideo, FileAccess } from './byte-access.ts';
import { isThere } from './ffmpeg.ts';
import { convert, extractFrame, probe } from './ffmpeg-jobs.ts';
import { inOrder, type Layout, writeInOrder } from './layout.ts';
import { requireWholeMp4 } from './mp4/boxes.ts';
import { prepareMp4 } from './mp4/prepare-mp4.ts';
import { isPlayable, isPlayedBySome, kindOf } from './playable.ts';
import { readContainer } from './read-container.ts';
import { sniffContainer } from './sniff-container.ts';
import {
  type Container,
  type Conversion,
  ConversionFault,
  type MeasuredVideo,
  type Video,
  type VideoFacts,
} from './video.ts';
import type { VideoSource } from './video-source.ts';
import { prepareWebm } from './webm/prepare-webm.ts';
import { assertWholeWebm } from './webm/whole-webm.ts';

const readable: ReadonlySet<Container> = new Set(['mp4', 'quicktime', 'webm']);

/** How long an ffmpeg counts as missing that was looked for: a machine that was too busy to start it has it a moment later. */
const missingMs = 60_000;

/** mediabunny for what it reads; for the rest an ffmpeg, where there is one. */
export class VideoTools implements Video {
  /** A name or a path; null where none may be used. */
  readonly #ffmpeg: string | null;
  /** Whether it was found, by a look that may be under way; until `#lookAgainAt` (of the monotonic clock) where it was not. */
  #there: Promise<boolean> = Promise.resolve(false);
  #lookAgainAt = 0;
  /** One at a time, so that each asks for the room that the one before it has left. */
  readonly #copies = new Semaphore({ concurrent: 1 });

  constructor(ffmpeg: string | null) {
    this.#ffmpeg = ffmpeg;
  }

  async canConvert(): Promise<boolean> {
    if (this.#ffmpeg === null) return false;
    if (!(await this.#there) && performance.now() >= this.#lookAgainAt) {
      this.#lookAgainAt = performance.now() + missingMs;
      this.#there = isThere(this.#ffmpeg).catch(() => false);
    }
    return this.#there;
  }

  /** The program, once it was found to be there. */
  async #program(): Promise<string | null> {
    return (await this.canConvert()) ? this.#ffmpeg : null;
  }

  async inspect(source: VideoSource): Promise<MeasuredVideo> {
    const facts = await whileOpen(source, (access) => factsOf(access, source));
    if (facts.playable) return measured(facts, facts);
    const program = await this.#program();
    if (program === null && facts.playedBySome) return measured({ ...facts, playable: true }, facts);
    if (program === null) throw new Failure('VIDEO_NOT_PLAYABLE', { values: { kind: facts.kind } });
    const probed = await probe(program, await fileOf(source));
    if (!probed) throw new Failure('VIDEO_DAMAGED', { log: 'ffprobe finds nothing to show' });
    return measured(facts, probed);
  }

  async prepare(
    source: VideoSource,
    container: Container,
    into: Scratch,
  ): Promise<string | AsyncIterable<Uint8Array>> {
    if (typeof source !== 'string') {
      const edited = new EditedVideo(source);
      const layout = await layoutOf(edited, container);
      return inOrder(edited, layout ?? [{ start: 0, end: edited.size }]);
    }
    await using access = await FileAccess.open(source, 'r+');
    const layout = await layoutOf(access, container);
    await access.flush();
    if (layout === null) return source;
    const prepared = join(into.path, 'prepared.mp4');
    await this.#copies.run(async () => {
      await into.requireRoom(access.size);
      await writeInOrder(access, layout, prepared);
    });
    return prepared;
  }

  async convert(conversion: Conversion): Promise<void> {
    const program = await this.#program();
    if (program === null) throw new ConversionFault('conversionUnavailable', 'there is no ffmpeg');
    await convert(program, conversion);
  }

  async still(source: VideoSource, into: string, atSeconds: number): Promise<boolean> {
    const program = await this.#program();
    if (program === null || !(await extractFrame(program, await fileOf(source), into, atSeconds)))
      return false;
    // The program ends well also where the video has no frame at that moment.
    return (await stat(into).catch(() => null)) !== null;
  }
}

const fileOf = async (source: VideoSource): Promise<string> =>
  typeof source === 'string' ? source : source.file();

async function whileOpen<T>(source: VideoSource, work: (access: ByteAccess) => Promise<T>): Promise<T> {
  if (typeof source !== 'string') return work(new EditedVideo(source));
  await using access = await FileAccess.open(source, 'r');
  return await work(access);
}

/** Blanks what is private; answers how the rest is to be ordered, or null where it stays in its order. */
async function layoutOf(access: ByteAccess, container: Container): Promise<Layout | null> {
  if (container !== 'webm') return prepareMp4(access);
  await prepareWebm(access);
  return null;
}

async function factsOf(access: ByteAccess, source: VideoSource): Promise<VideoFacts> {
  const container = await sniffContainer(access);
  if (container === null) throw new Failure('NOT_A_VIDEO', { log: 'no known signature' });
  if (!readable.has(container)) return unread(container);
  await (container === 'webm' ? assertWholeWebm(access) : requireWholeMp4(access));
  return readFacts(source, container);
}

async function readFacts(source: VideoSource, container: Container): Promise<VideoFacts> {
  const tracks = await readContainer(source);
  const { width, height, duration } = tracks;
  return {
    container,
    playable: isPlayable(container, tracks),
    playedBySome: isPlayedBySome(container, tracks),
    kind: kindOf(container, tracks),
    width: Math.round(width),
    height: Math.round(height),
    duration,
  };
}

const unread = (container: Container): VideoFacts => ({
  container,
  playable: false,
  playedBySome: false,
  kind: kindOf(container),
  width: null,
  height: null,
  duration: null,
});

function measured(facts: VideoFacts, from: Pick<VideoFacts, 'width' | 'height' | 'duration'>): MeasuredVideo {
  return { ...facts, width: from.width ?? 0, height: from.height ?? 0, duration: from.duration ?? 0 };
}
