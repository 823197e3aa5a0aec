import { parentPort, workerData } from 'node:worker_threads';
import { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import type { Read, Tracks } from './read-container.ts';

async function read(file: string): Promise<Read> {
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] });
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

const answer = await read(workerData as string).catch(resultOf);
parentPort?.postMessage(answer);
