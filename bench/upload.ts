import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@duet/contract/endpoints';
import { eachInFlight, sender } from './chunk-sender.ts';
import { call, firstAdmin } from './duet-admin.ts';
import { type ServerProcess, startDuet, startProcess } from './server-process.ts';

const MiB = 1024 * 1024;
/** `DUET_BENCH_MB=512` for a smaller file, `DUET_BENCH_ROUNDS` for more of them. */
const fileSize = Number(process.env.DUET_BENCH_MB ?? 2048) * MiB;
const rounds = Number(process.env.DUET_BENCH_ROUNDS ?? 3);
const shapes = [
  { chunkSize: MiB / 4, inFlight: 1 },
  { chunkSize: MiB / 4, inFlight: 4 },
  { chunkSize: 8 * MiB, inFlight: 4 },
] as const;
type Shape = (typeof shapes)[number];

interface Measured {
  /** Bytes a second. */
  readonly speed: number;
  readonly growth: number;
}

/**
 * A file sent through the API in chunks, and the same bodies to a bare node:http server that writes them to disk, turn
 * by turn. Memory is that of the server above what it held after a first small upload.
 */
export async function upload(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'duet-bench-'));
  const duet = await startDuet(join(folder, 'data'));
  const bare = await startProcess({
    words: ['bench/bare-server.ts', join(folder, 'bare')],
    ready: /ready at (\S+)\n/,
  });
  try {
    const token = await firstAdmin(duet.url, duet.printed());
    await toDuet(duet, token, { chunkSize: MiB, inFlight: 4 }, 64 * MiB);
    const rows: string[] = [];
    for (const shape of shapes) {
      const pairs: { bare: Measured; duet: Measured }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        pairs.push({ bare: await toBare(bare, shape), duet: await toDuet(duet, token, shape, fileSize) });
      }
      rows.push(rowOf(shape, pairs));
    }
    return [
      `${fileSize / MiB} MiB, medians of ${rounds} rounds.`,
      '',
      '| chunks | in flight | bare, MB/s | Duet, MB/s | ratio | memory above the start, MiB (most) |',
      '| ---: | ---: | ---: | ---: | ---: | ---: |',
      ...rows,
    ];
  } finally {
    await duet.kill('SIGTERM');
    await bare.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends all chunks; every one differs from the one before. */
async function measure(
  server: ServerProcess,
  token: string | null,
  { chunkSize, inFlight }: { chunkSize: number; inFlight: number },
  size: number,
  pathOf: (index: number) => string,
): Promise<Measured> {
  using send = sender(server.url, token);
  const bodies = Array.from({ length: inFlight + 1 }, () => randomBytes(chunkSize));
  const indexes = Array.from({ length: Math.ceil(size / chunkSize) }, (_, index) => index);
  const before = server.memory();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, server.memory());
  }, 50);
  const start = performance.now();
  try {
    await eachInFlight(indexes, inFlight, async (index) => {
      const body = bodies[index % bodies.length] ?? Buffer.alloc(0);
      let status = 503;
      // A machine that is busy with other things sheds load; the app sends such a chunk again too.
      while (status === 503) status = await send(pathOf(index), body);
      if (status !== 200) throw new Error(`chunk ${index}: ${status}`);
    });
  } finally {
    clearInterval(timer);
  }
  const seconds = (performance.now() - start) / 1000;
  return { speed: size / seconds, growth: most - before };
}

const toBare = (server: ServerProcess, shape: Shape): Promise<Measured> =>
  measure(server, null, shape, fileSize, (index) => `/?chunkIndex=${index}&chunkSize=${shape.chunkSize}`);

async function toDuet(
  server: ServerProcess,
  token: string,
  shape: { chunkSize: number; inFlight: number },
  size: number,
): Promise<Measured> {
  const body = {
    fileName: 'b.mp4',
    fileSize: size,
    fileType: 'video/mp4',
    chunkSize: shape.chunkSize,
  } as const;
  const { sessionId } = await call(server.url, token, endpoints['uploads.init'], { body });
  const path = `/api/upload/chunked?action=upload&sessionId=${sessionId}&chunkIndex=`;
  const measured = await measure(server, token, shape, size, (index) => path + index);
  const query = { sessionId };
  const { data } = await call(server.url, token, endpoints['uploads.status'], { query });
  if (data.receivedChunks.length !== 1)
    throw new Error(`not all arrived: ${data.receivedChunks.length} runs`);
  await call(server.url, token, endpoints['uploads.cancel'], { query });
  return measured;
}

function rowOf(shape: Shape, pairs: readonly { bare: Measured; duet: Measured }[]): string {
  const median = (values: readonly number[]) =>
    values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
  const megabytes = (speed: number) => (speed / 1e6).toFixed(0);
  const bare = median(pairs.map((pair) => pair.bare.speed));
  const duet = median(pairs.map((pair) => pair.duet.speed));
  const ratio = median(pairs.map((pair) => pair.duet.speed / pair.bare.speed));
  const growth = Math.max(...pairs.map((pair) => pair.duet.growth)) / MiB;
  const chunk = shape.chunkSize < MiB ? `${shape.chunkSize / 1024} KiB` : `${shape.chunkSize / MiB} MiB`;
  return `| ${chunk} | ${shape.inFlight} | ${megabytes(bare)} | ${megabytes(duet)} | ${ratio.toFixed(2)} | ${growth.toFixed(0)} |`;
}
