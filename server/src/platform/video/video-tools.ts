import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { isThere } from './ffmpeg.ts';
import { convert, probe, still } from './ffmpeg-jobs.ts';
import { assertWholeMp4 } from './mp4/boxes.ts';
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
import { prepareWebm } from './webm/prepare-webm.ts';
import { assertWholeWebm } from './webm/whole-webm.ts';

const readable: ReadonlySet<Container> = new Set(['mp4', 'quicktime', 'webm']);

/** mediabunny for what it reads; for the rest an ffmpeg, where there is one. */
export class VideoTools implements Video {
  /** A name or a path; null where none may be used. */
  readonly #ffmpeg: string | null;
  #there: Promise<boolean> | undefined;

  constructor(ffmpeg: string | null) {
    this.#ffmpeg = ffmpeg;
  }

  canConvert(): Promise<boolean> {
    this.#there ??= this.#ffmpeg === null ? Promise.resolve(false) : isThere(this.#ffmpeg);
    return this.#there;
  }

  /** The program, once it was found to be there. */
  async #program(): Promise<string | null> {
    return (await this.canConvert()) ? this.#ffmpeg : null;
  }

  async inspect(file: string): Promise<MeasuredVideo> {
    const container = await sniffContainer(file);
    if (container === null) throw new Failure('NOT_A_VIDEO', { log: 'no known signature' });
    const facts = readable.has(container) ? await readFacts(file, container) : unread(container);
    if (facts.playable) return measured(facts, facts);
    const program = await this.#program();
    if (program === null && facts.playedBySome) return measured({ ...facts, playable: true }, facts);
    if (program === null) throw new Failure('VIDEO_NOT_PLAYABLE', { values: { kind: facts.kind } });
    const probed = await probe(program, file);
    if (!probed) throw new Failure('VIDEO_DAMAGED', { log: 'ffprobe finds nothing to show' });
    return measured(facts, probed);
  }

  async prepare(file: string, container: Container, into: string): Promise<string> {
    if (container !== 'webm') return prepareMp4(file, join(into, 'prepared.mp4'));
    await prepareWebm(file);
    return file;
  }

  async convert(conversion: Conversion): Promise<void> {
    const program = await this.#program();
    if (program === null) throw new ConversionFault('conversionUnavailable', 'there is no ffmpeg');
    await convert(program, conversion);
  }

  async still(file: string, into: string, atSeconds: number): Promise<boolean> {
    const program = await this.#program();
    if (program === null || !(await still(program, file, into, atSeconds))) return false;
    return (await stat(into).catch(() => null)) !== null;
  }
}

async function readFacts(file: string, container: Container): Promise<VideoFacts> {
  await (container === 'webm' ? assertWholeWebm(file) : assertWholeMp4(file));
  const tracks = await readContainer(file);
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
