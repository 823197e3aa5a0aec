import { parentPort, workerData } from 'node:worker_threads';
import {
  CustomSource,
  EncodedPacketSink,
  FilePathSource,
  Input,
  MATROSKA,
  MP4,
  QTFF,
  type Source,
  WEBM,
} from 'mediabunny';
import type { Given, Read, Tracks, Wanted } from './read-container.ts';

/** The file, or bytes that the other thread is asked for. */
function sourceOf(given: Given): Source {
  if ('file' in given) return new FilePathSource(given.file);
  const waiting = new Map<number, (bytes: Uint8Array) => void>();
  parentPort?.on('message', ({ wanted, bytes }: { wanted: number; bytes: Uint8Array }) => {
    waiting.get(wanted)?.(bytes);
    waiting.delete(wanted);
  });
  let asked = 0;
  const read = (start: number, end: number) =>
    new Promise<Uint8Array>((resolve) => {
      const wanted = asked++;
      waiting.set(wanted, resolve);
      parentPort?.postMessage({ wanted, start, end } satisfies Wanted);
    });
  return new CustomSource({ getSize: () => given.size, read, prefetchProfile: 'network' });
}

async function read(given: Given): Promise<Read> {
  const input = new Input({ source: sourceOf(given), formats: [MP4, QTFF, WEBM, MATROSKA] });
  const video = await input.getPrimaryVideoTrack();
  if (!video) return { refused: 'NOT_A_VIDEO', log: 'it has no track of pictures' };
  const audio = await input.getPrimaryAudioTrack();
  const tracks: Tracks = {
    videoCodec: await video.getCodec(),
    audioCodec: audio ? await audio.getCodec() : undefined,
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    duration: (await input.getDurationFromMetadata()) ?? (await input.computeDuration()),
  };
  const first = await new EncodedPacketSink(video).getFirstPacket();
  const measured = [tracks.width, tracks.height, tracks.duration];
  if (!first || !measured.every((value) => Number.isFinite(value) && value > 0)) {
    return { refused: 'VIDEO_DAMAGED', log: `nothing to show: ${JSON.stringify(tracks)}` };
  }
  return { tracks };
}

/** What the system throws is not the video's fault. */
function resultOf(error: unknown): Read {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined
    ? { refused: 'VIDEO_DAMAGED', log: String(error) }
    : { code, fault: String(error) };
}

const answer = await read(workerData as Given).catch(resultOf);
parentPort?.postMessage(answer);
