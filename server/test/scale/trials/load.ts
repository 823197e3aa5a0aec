import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '../../client.ts';
import { chunkOf, clip, sendChunk } from '../../uploads.ts';
import { conversation } from './conversation.ts';
import { Listener } from './listener.ts';
import type { Two } from './people.ts';
import { Failures, until } from './until.ts';

/** Between two messages of a writer: a load that two cores carry beside three servers. */
const pauseMs = 20;
const streams = 6;

/** What was acknowledged, and what the check at the end found of it. */
export interface Outcome {
  readonly messages: number;
  readonly lostMessages: number;
  readonly doubledMessages: number;
  /** Of messages × streams: those that a stream neither told nor had its screen ask for. */
  readonly unheard: number;
  readonly reconnects: number;
  readonly resyncs: number;
  readonly chunks: number;
  readonly lostChunks: number;
  readonly videos: number;
  readonly damagedVideos: number;
  readonly failures: Failures;
}

interface Upload {
  readonly sessionId: string;
  readonly taken: Set<number>;
}

/**
 * Two people write messages, one sends chunks of 256 KB, one publishes videos, and six screens listen, all through the balancer and
 * each until it is answered. `stop` ends them and looks for everything that was acknowledged.
 */
export async function startLoad({ admin, ana }: Two) {
  const failures = new Failures();
  const ask = <T extends { readonly status: number }>(send: () => Promise<T>) => until(send, failures);
  const said: string[] = [];
  const uploads: Upload[] = [];
  const videos: { readonly url: string }[] = [];
  const video = await clip('clip-vp9.webm');
  const sum = sumOf(video);
  let chunks = 0;
  let lostChunks = 0;
  let going = true;
  const listeners = Array.from({ length: streams }, () => new Listener(ana.client, admin.id));

  const writing = async () => {
    while (going) {
      const clientId = crypto.randomUUID();
      const body = { recipientId: ana.id, message: clientId, clientId };
      requireOk(await ask(() => admin.client.call('messages.send', { body })));
      said.push(clientId);
      await wait(pauseMs);
    }
  };
  /** Uploads whose beginning was not answered are nobody's; an account may have twenty. */
  const tidy = async () => {
    const known = new Set(uploads.map(({ sessionId }) => sessionId));
    const open = await ask(() => admin.client.call('uploads.open'));
    for (const { sessionId } of open.body.data.uploads) {
      if (!known.has(sessionId)) await cancel(sessionId);
    }
  };
  const cancel = (sessionId: string) =>
    ask(() => admin.client.call('uploads.cancel', { query: { sessionId } }));
  const begin = async (fileSize: number, chunkSize: number, fileType: 'video/mp4' | 'video/webm') => {
    const body = { fileName: 'clip', fileSize, fileType, chunkSize };
    for (;;) {
      const { status, body: answer } = await ask(() => admin.client.call('uploads.init', { body }));
      if (status === 200) {
        const upload = { sessionId: answer.sessionId, taken: new Set<number>() };
        uploads.push(upload);
        return upload;
      }
      await tidy();
    }
  };
  const forget = (upload: Upload) => void uploads.splice(uploads.indexOf(upload), 1);
  const send = async (upload: Upload, bytes: Buffer, chunkSize: number) => {
    for (let index = 0; index * chunkSize < bytes.length; index += 1) {
      const chunk = chunkOf(bytes, { chunkSize }, index);
      requireOk(await ask(() => sendChunk(admin.client, upload.sessionId, index, chunk)));
      upload.taken.add(index);
      chunks += 1;
    }
  };
  /** How many of the chunks that were taken are not there. */
  const lacks = async ({ sessionId, taken }: Upload) => {
    const { body } = await ask(() => admin.client.call('uploads.status', { query: { sessionId } }));
    const there = (index: number) =>
      body.data.receivedChunks.some(([from, to]) => from <= index && index <= to);
    return [...taken].filter((index) => !there(index)).length;
  };
  const uploading = async () => {
    const bytes = randomBytes(1024 * 1024);
    while (going) {
      const upload = await begin(bytes.length, 256 * 1024, 'video/mp4');
      await send(upload, bytes, 256 * 1024);
      lostChunks += await lacks(upload);
      forget(upload);
      await cancel(upload.sessionId);
    }
  };
  const publishing = async () => {
    while (going) {
      const upload = await begin(video.length, 4096, 'video/webm');
      await send(upload, video, 4096);
      const body = { sessionId: upload.sessionId };
      const done = await ask(() => admin.client.call('uploads.finalizeWithPost', { body }));
      requireOk(done);
      forget(upload);
      videos.push({ url: done.body.data.post.videoUrl ?? '' });
      await wait(500);
    }
  };
  const running = Promise.all([writing(), writing(), uploading(), publishing()]);
  return {
    failures,
    async stop(): Promise<Outcome> {
      going = false;
      await running;
      const heard = () =>
        listeners.reduce((sum, { known }) => sum + said.filter((text) => !known.has(text)).length, 0);
      for (let tries = 0; heard() > 0 && tries < 100; tries += 1) await wait(100);
      const found = new Map<string, number>();
      for await (const texts of conversation(ana.client, admin.id)) {
        for (const text of texts) found.set(text, (found.get(text) ?? 0) + 1);
      }
      const count = (is: (times: number) => boolean) =>
        said.filter((text) => is(found.get(text) ?? 0)).length;
      let damagedVideos = 0;
      for (const { url } of videos) if ((await sumAt(ana.client.url, url)) !== sum) damagedVideos += 1;
      const unheard = heard();
      await Promise.all(listeners.map((listener) => listener[Symbol.asyncDispose]()));
      const total = (of: (listener: Listener) => number) =>
        listeners.reduce((all, listener) => all + of(listener), 0);
      return {
        messages: said.length,
        lostMessages: count((times) => times === 0),
        doubledMessages: count((times) => times > 1),
        unheard,
        reconnects: total(({ reconnects }) => reconnects),
        resyncs: total(({ resyncs }) => resyncs),
        chunks,
        lostChunks,
        videos: videos.length,
        damagedVideos,
        failures,
      };
    },
  };
}

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function sumAt(url: string, path: string): Promise<string> {
  return until(async () => {
    const answer = await new Client(url).fetch(path);
    return { status: answer.status, sum: sumOf(new Uint8Array(await answer.arrayBuffer())) };
  }).then(({ sum }) => sum);
}

function requireOk({
  status,
  body,
}: {
  readonly status: number;
  readonly body: { readonly error?: string };
}): void {
  if (status !== 200) throw new Error(`refused with ${status}: ${body.error}`);
}
