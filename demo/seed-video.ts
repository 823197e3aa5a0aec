import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Viewer } from '../server/src/platform/http/handler.ts';
import { finalizeWithPost } from '../server/src/posts/finish-video.ts';
import { initUpload } from '../server/src/uploads/init.ts';
import { receiveChunk } from '../server/src/uploads/receive-chunk.ts';
import type { DemoPost } from './post.ts';
import type { DemoSite } from './site.ts';

const film = new URL('./video/three-hours-at-sea.mp4', import.meta.url);

/** Uploads the video as the app does, and publishes its post; answers the post's id. */
export async function seedVideo(
  site: DemoSite,
  author: Viewer,
  { caption }: DemoPost,
  poster: Buffer,
): Promise<string> {
  const { context } = site;
  const bytes = await readFile(film);
  const { id: sessionId } = await initUpload(context, author.id, {
    fileName: 'three-hours-at-sea.mp4',
    fileSize: bytes.length,
    fileType: 'video/mp4',
    chunkSize: bytes.length,
  });
  const request = Object.assign(Readable.from([bytes], { objectMode: false }), { headers: {} });
  await receiveChunk(context, author.id, { sessionId, chunkIndex: 0 }, request as unknown as IncomingMessage);
  const body = { sessionId, caption, thumbnailBlob: poster.toString('base64') };
  return (await finalizeWithPost(context, author, body)).post._id;
}
