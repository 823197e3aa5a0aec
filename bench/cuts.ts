import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@duet/contract/endpoints';
import { eachInFlight, sender } from './chunk-sender.ts';
import { call, firstAdmin } from './duet-admin.ts';
import { type ServerProcess, startDuet } from './server-process.ts';

const MiB = 1024 * 1024;
const uploads = Number(process.env.DUET_BENCH_UPLOADS ?? 100);
const size = Number(process.env.DUET_BENCH_MB ?? 200) * MiB;
const chunkSize = MiB / 4;
const inFlight = 4;
const cutsEach = 3;
const clip = new URL('../server/test/videos/index-first.mp4', import.meta.url);

type Cut = 'server' | 'client' | 'connection';
const kinds: readonly Cut[] = ['server', 'client', 'connection'];

interface Tally {
  cuts: Record<Cut, number>;
  /** Bytes of chunks that were answered once and had to be sent again, most of a cut. */
  answeredAgain: number;
  /** Bytes of all that had been sent, in part at least, and was sent again, most of a cut. */
  sentAgain: number;
  right: number;
}

/** A real video of any size: a clip, and behind it a box of bytes that players pass over. */
async function largeVideo(): Promise<Buffer> {
  const head = await readFile(clip);
  const box = Buffer.alloc(8);
  box.writeUInt32BE(size - head.length, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([head, box, randomBytes(size - head.length - box.length)]);
}

/** Uploads that are cut at random by killing the server, the client's request or the connections; each has to end whole. */
export async function cuts(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'duet-bench-'));
  const data = join(folder, 'data');
  let server = await startDuet(data);
  const port = Number(new URL(server.url).port);
  const token = await firstAdmin(server.url, server.printed());
  const tally: Tally = {
    cuts: { server: 0, client: 0, connection: 0 },
    answeredAgain: 0,
    sentAgain: 0,
    right: 0,
  };
  const restart = async () => {
    await server.kill('SIGKILL');
    server = await startDuet(data, port);
  };
  try {
    const video = await largeVideo();
    for (let n = 0; n < uploads; n += 1) {
      // Every upload is another file.
      randomBytes(64).copy(video, video.length - 64);
      await cutUpload(() => server, token, video, tally, restart);
    }
  } finally {
    await server.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
  const bound = inFlight * chunkSize;
  return [
    `${uploads} uploads of ${size / MiB} MiB in chunks of ${chunkSize / 1024} KiB, ${inFlight} in flight, cut ${cutsEach} times each at random.`,
    '',
    '| | |',
    '| --- | ---: |',
    `| finished with the right SHA-256 | ${tally.right} of ${uploads} |`,
    ...kinds.map((kind) => `| cuts of the ${kind} | ${tally.cuts[kind]} |`),
    `| bytes sent again after a cut, most | ${tally.sentAgain} (chunks in flight: ${bound}) |`,
    `| of them answered before | ${tally.answeredAgain} |`,
  ];
}

async function cutUpload(
  server: () => ServerProcess,
  token: string,
  video: Buffer,
  tally: Tally,
  restart: () => Promise<void>,
): Promise<void> {
  const body = { fileName: 'cut.mp4', fileSize: size, fileType: 'video/mp4', chunkSize } as const;
  const { sessionId, data } = await call(server().url, token, endpoints['uploads.init'], { body });
  const sent = new Set<number>();
  const answered = new Set<number>();
  for (let cut = 0; ; cut += 1) {
    const missing = await missingChunks(server().url, token, sessionId, data.totalChunks);
    if (cut > 0) {
      const bytesOf = (found: readonly number[]) => found.length * chunkSize;
      tally.sentAgain = Math.max(tally.sentAgain, bytesOf(missing.filter((index) => sent.has(index))));
      tally.answeredAgain = Math.max(
        tally.answeredAgain,
        bytesOf(missing.filter((index) => answered.has(index))),
      );
    }
    const cutAfter = cut < cutsEach ? Math.floor(Math.random() * missing.length) : Number.POSITIVE_INFINITY;
    const kind = kinds[Math.floor(Math.random() * kinds.length)] ?? 'server';
    using send = sender(server().url, token);
    const stop = new AbortController();
    let count = 0;
    let killed: Promise<void> | undefined;
    const path = `/api/upload/chunked?action=upload&sessionId=${sessionId}&chunkIndex=`;
    await eachInFlight(missing, inFlight, async (index) => {
      if (stop.signal.aborted) return;
      count += 1;
      if (count > cutAfter && !killed) {
        tally.cuts[kind] += 1;
        // In the midst of what is under way.
        killed = new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 5)).then(async () => {
          if (kind === 'server') await restart();
          if (kind === 'connection') send[Symbol.dispose]();
          stop.abort();
        });
      }
      sent.add(index);
      const chunk = video.subarray(index * chunkSize, (index + 1) * chunkSize);
      const status = await send(path + index, chunk, stop.signal).catch(() => 0);
      if (status === 200) answered.add(index);
      else stop.abort();
    });
    await killed;
    if (!killed && !stop.signal.aborted) break;
    if (!killed) throw new Error('an upload broke without a cut');
  }
  const finished = await call(server().url, token, endpoints['uploads.finalizeWithPost'], {
    body: { sessionId },
  });
  const sum = createHash('sha256').update(video).digest('hex');
  if (finished.data.sha256 === sum) tally.right += 1;
  await call(server().url, token, endpoints['posts.delete'], { params: { id: finished.postId } });
}

async function missingChunks(
  url: string,
  token: string,
  sessionId: string,
  total: number,
): Promise<number[]> {
  const { data } = await call(url, token, endpoints['uploads.status'], { query: { sessionId } });
  const there = new Set(
    data.receivedChunks.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, n) => first + n),
    ),
  );
  return Array.from({ length: total }, (_, index) => index).filter((index) => !there.has(index));
}
