import { readFile } from 'node:fs/promises';
import type { VideoType } from '@duet/contract/uploads/shapes';
import type { Client } from './client.ts';

const folder = new URL('./videos/', import.meta.url);

/** One of the small real videos of test/videos. */
export const clip = (name: string): Promise<Buffer> => readFile(new URL(name, folder));

interface Begun {
  readonly sessionId: string;
  readonly chunkSize: number;
  readonly totalChunks: number;
}

interface UploadOptions {
  readonly chunkSize?: number;
  readonly fileType?: VideoType;
  readonly fileName?: string;
}

export async function begin(
  client: Client,
  fileSize: number,
  { chunkSize = 4096, fileType = 'video/mp4', fileName = 'clip.mp4' }: UploadOptions = {},
): Promise<Begun> {
  const body = { fileName, fileSize, fileType, chunkSize };
  const answer = await client.call('uploads.init', { body });
  if (answer.status !== 200) throw new Error(`not begun: ${answer.body.error}`);
  return { sessionId: answer.body.sessionId, ...answer.body.data };
}

export const chunkPath = (sessionId: string, chunkIndex: number | string): string =>
  `/api/upload/chunked?action=upload&sessionId=${sessionId}&chunkIndex=${chunkIndex}`;

/** Sends a body as a chunk, whatever it is. */
export async function sendChunk(
  client: Client,
  sessionId: string,
  chunkIndex: number | string,
  body: NonNullable<RequestInit['body']> | Uint8Array,
  init: RequestInit = {},
): Promise<{ status: number; body: { code?: string; error?: string; data?: unknown } }> {
  const response = await client.fetch(chunkPath(sessionId, chunkIndex), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: body as NonNullable<RequestInit['body']>,
    ...init,
  });
  return { status: response.status, body: (await response.json()) as { code?: string } };
}

export const chunkOf = (bytes: Buffer, { chunkSize }: { chunkSize: number }, index: number): Buffer =>
  bytes.subarray(index * chunkSize, (index + 1) * chunkSize);

/** Sends all chunks, a few at a time, in the order given. */
export async function sendChunks(
  client: Client,
  upload: Begun,
  bytes: Buffer,
  order = Array.from({ length: upload.totalChunks }, (_, index) => index),
): Promise<void> {
  const left = [...order];
  const next = async (): Promise<void> => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      const { status, body } = await sendChunk(
        client,
        upload.sessionId,
        index,
        chunkOf(bytes, upload, index),
      );
      if (status !== 200) throw new Error(`chunk ${index} was refused: ${body.error}`);
    }
  };
  await Promise.all([next(), next(), next(), next()]);
}

/** Uploads all of it; answers the session. */
export async function upload(client: Client, bytes: Buffer, options: UploadOptions = {}): Promise<string> {
  const begun = await begin(client, bytes.length, options);
  await sendChunks(client, begun, bytes);
  return begun.sessionId;
}
