import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from '../client.ts';
import { openEvents } from '../event-reader.ts';
import { eventually } from '../eventually.ts';
import { type Person, password } from '../harness.ts';
import { phonePhoto } from '../pictures.ts';
import { publishPost } from '../published-post.ts';
import { imageForm } from '../stored.ts';
import { begin, chunkOf, clip, sendChunk, sendChunks } from '../uploads.ts';
import { type ManyServers, openManyServers } from './site.ts';

/** `npm run scale-test` runs alone; beside other tests a process may wait for its turn. */
const alone = process.env.DUET_SCALE_SECONDS !== undefined;
const likeMs = alone ? 1000 : 3000;

let site: ManyServers;
let admin: Person;
let ana: Person;
beforeAll(async () => {
  site = await openManyServers({ count: 3, nginx: alone });
  admin = await site.admin();
  ana = await site.person('anna');
}, 60_000);
afterAll(() => site?.[Symbol.asyncDispose]());

const statusOf = async (person: Person, sessionId: string) =>
  (await person.call('uploads.status', { query: { sessionId } })).body.data;

/** Sends it until it is answered, as the app does; answers when it is. Every failure is one of a request under way. */
async function until<T extends { readonly status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send().catch(() => null);
    if (answer && answer.status < 500) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('three servers behind a balancer', () => {
  it('print one set-up link', () => {
    const codes = site.servers.map((server) => /setup=([\w-]{43})/.exec(server.printed())?.[1]);
    expect(codes[0]).toHaveLength(43);
    expect(new Set(codes).size).toBe(1);
  });

  it('sign in at each who registered at another, and know each other’s sessions', async () => {
    const body = { username: 'anna', password };
    for (const number of [0, 1, 2]) {
      const login = await new Client(site.servers[number]?.url ?? '').call('accounts.login', { body });
      expect(login.status).toBe(200);
      const { user, token } = login.body.data;
      const elsewhere = new Client(site.servers[(number + 1) % 3]?.url ?? '', token);
      expect((await elsewhere.call('accounts.currentUser')).body.data.user._id).toBe(user?._id ?? 'nobody');
    }
  });

  it('tell a message that one has taken on the streams of all', async () => {
    const streams = await Promise.all([0, 1, 2].map((number) => openEvents(site.at(number, ana))));
    const body = { recipientId: ana.id, message: 'to all of you' };
    expect((await site.at(0, admin).call('messages.send', { body })).status).toBe(200);
    for (const stream of streams) {
      await stream.until((each) =>
        each.dataOf('message').some(({ message }) => message.message === body.message),
      );
      await stream[Symbol.asyncDispose]();
    }
  });

  it('show a like at once where it was given, and within a second elsewhere', async () => {
    const post = await publishPost(site.at(0, admin));
    const likes = async (number: number) => {
      const { body } = await site.at(number, ana).call('posts.feed');
      return body.data.posts.find(({ _id }) => _id === post._id)?.totalLikes;
    };
    await eventually(async () => expect([await likes(0), await likes(1), await likes(2)]).toEqual([0, 0, 0]));
    expect((await site.at(0, ana).call('posts.like', { body: { postId: post._id } })).status).toBe(200);
    const likedAt = performance.now();
    expect(await likes(0)).toBe(1);
    for (const number of [1, 2])
      await vi.waitFor(async () => expect(await likes(number)).toBe(1), { interval: 10, timeout: likeMs });
    expect(performance.now() - likedAt).toBeLessThan(likeMs);
  });

  it('show within a second what one has committed that was killed before it told the others', async () => {
    const post = await publishPost(site.at(0, admin));
    const dying = await site.add({
      NODE_OPTIONS: `--import=${new URL('die-after-commit.ts', import.meta.url).href}`,
    });
    // Kept from here on, and asked for again and again.
    const likes = async () => {
      const { body } = await site.at(0, ana).call('posts.feed');
      return body.data.posts.find(({ _id }) => _id === post._id)?.totalLikes;
    };
    expect(await likes()).toBe(0);
    const like = () =>
      new Client(dying.url, ana.token)
        .call('posts.like', { body: { postId: post._id } })
        .then(({ status }) => status)
        .catch(() => 'no answer');
    // One that has just started may be too busy at first.
    await expect.poll(like, { interval: 50, timeout: 10_000 }).toBe('no answer');
    await vi.waitFor(async () => expect(await likes()).toBe(1), { interval: 10, timeout: likeMs });
  });

  it('show a picture that another has taken, to those who may see it', async () => {
    const taken = await site.at(0, admin).send('media.uploadImage', imageForm(await phonePhoto(600, 400)));
    const { file } = taken.body.data;
    const [path = ''] = file.url.split('?');
    for (const { url } of site.servers) {
      const shown = await new Client(url).fetch(file.url);
      expect([shown.status, (await shown.arrayBuffer()).byteLength]).toEqual([200, file.size]);
      expect((await new Client(url).fetch(path)).status).toBe(404);
    }
  });

  it('take the chunks of one video in turns, and any of them finishes it', async () => {
    const video = await clip('clip-vp9.webm');
    const begun = await begin(site.at(0, admin), video.length, { chunkSize: 4096, fileType: 'video/webm' });
    const sent = Array.from({ length: begun.totalChunks }, (_, index) => index);
    await Promise.all(
      sent.map(async (index) => {
        const { status } = await sendChunk(
          site.at(index % 3, admin),
          begun.sessionId,
          index,
          chunkOf(video, begun, index),
        );
        expect(status).toBe(200);
      }),
    );
    for (const number of [0, 1, 2]) {
      const { receivedChunks } = await statusOf(site.at(number, admin), begun.sessionId);
      expect(receivedChunks).toEqual([[0, begun.totalChunks - 1]]);
    }
    const body = { sessionId: begun.sessionId };
    const ends = await Promise.all(
      [1, 2].map((number) => site.at(number, admin).call('uploads.finalizeWithPost', { body })),
    );
    expect(ends.map(({ status }) => status)).toEqual([200, 200]);
    expect(ends[0]?.body.postId).toBe(ends[1]?.body.postId);
    expect(ends[0]?.body.data.sha256).toBe(createHash('sha256').update(video).digest('hex'));
    const shown = await new Client(site.servers[2]?.url ?? '').fetch(ends[0]?.body.data.post.videoUrl ?? '');
    expect(Buffer.from(await shown.arrayBuffer()).equals(video)).toBe(true);
  });

  it('take the same chunk at once, and the one that counts is whole', async () => {
    const bodies = [1, 2, 3].map((fill) => Buffer.alloc(300_000, fill));
    const { sessionId } = await begin(admin, 300_000, { chunkSize: 300_000 });
    const answers = await Promise.all(
      bodies.map((body, number) => sendChunk(site.at(number, admin), sessionId, 0, body)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await statusOf(admin, sessionId)).receivedChunks).toEqual([[0, 0]]);
    await admin.call('uploads.cancel', { query: { sessionId } });
  });
});

/** Long enough for a few kills; `npm run scale-test` goes on for minutes. */
const seconds = Number(process.env.DUET_SCALE_SECONDS ?? 4);
const killEveryMs = Math.min(10_000, (seconds * 1000) / 2);

describe('while servers are killed', () => {
  it(
    'nothing that was acknowledged is lost or doubled',
    async () => {
      const chunkSize = 262_144;
      const bytes = randomBytes(chunkSize * 4);
      const over = performance.now() + seconds * 1000;
      const said: string[] = [];
      const uploads: { readonly sessionId: string; readonly taken: Set<number> }[] = [];
      const writing = async () => {
        while (performance.now() < over) {
          const clientId = crypto.randomUUID();
          const body = { recipientId: ana.id, message: clientId, clientId };
          expect((await until(() => admin.call('messages.send', { body }))).status).toBe(200);
          said.push(clientId);
        }
      };
      const begun = async () => {
        const file = { fileName: 'a.mp4', fileSize: bytes.length, fileType: 'video/mp4', chunkSize } as const;
        const { status, body } = await until(() => admin.call('uploads.init', { body: file }));
        expect(status).toBe(200);
        return { sessionId: body.sessionId, taken: new Set<number>() };
      };
      const uploading = async () => {
        const mine: (typeof uploads)[number][] = [];
        while (performance.now() < over) {
          const upload = await begun();
          mine.push(upload);
          for (let index = 0; index < 4; index += 1) {
            const chunk = chunkOf(bytes, { chunkSize }, index);
            expect((await until(() => sendChunk(admin, upload.sessionId, index, chunk))).status).toBe(200);
            upload.taken.add(index);
          }
          // An account may have twenty open; a few are left to be counted at the end.
          const done = mine.length > 3 ? mine.shift() : undefined;
          if (!done) continue;
          const query = { sessionId: done.sessionId };
          const { body } = await until(() => admin.call('uploads.status', { query }));
          expect(body.data.receivedChunks).toEqual([[0, 3]]);
          await until(() => admin.call('uploads.cancel', { query }));
        }
        uploads.push(...mine);
      };
      const tidying = async () => {
        // Those whose beginning was not answered, because its server was killed.
        const known = new Set(uploads.map(({ sessionId }) => sessionId));
        const { body } = await admin.call('uploads.open');
        for (const { sessionId } of body.data.uploads) {
          if (!known.has(sessionId)) await admin.call('uploads.cancel', { query: { sessionId } });
        }
      };
      const killing = async () => {
        for (let number = 0; performance.now() + killEveryMs / 2 < over; number += 1) {
          await new Promise((resolve) => setTimeout(resolve, killEveryMs / 2));
          await site.replace(number % 3);
        }
      };
      await Promise.all([writing(), writing(), uploading(), uploading(), killing()]);
      await tidying();
      const found: string[] = [];
      for (let page = 1, more = true; more; page += 1) {
        const { body } = await ana.call('messages.conversation', {
          params: { id: admin.id },
          query: { page: String(page), limit: '100' },
        });
        found.push(...body.data.messages.map(({ message }) => message));
        more = body.data.messages.length === 100;
      }
      expect(said.length).toBeGreaterThan(10);
      expect(said.filter((id) => found.filter((each) => each === id).length !== 1)).toEqual([]);
      for (const { sessionId, taken } of uploads) {
        const { receivedChunks } = await statusOf(admin, sessionId);
        const there = (index: number) => receivedChunks.some(([from, to]) => from <= index && index <= to);
        expect([...taken].filter((index) => !there(index))).toEqual([]);
      }
    },
    seconds * 1000 + 60_000,
  );
});

describe('while the object store fails', () => {
  it.each(['unavailable', 'cut', 'silent'] as const)(
    '(%s) files answer 503 with Retry-After, all else goes on, and it is back by itself',
    async (fault) => {
      const photo = await phonePhoto(600, 400);
      const taken = await until(() => admin.send('media.uploadImage', imageForm(photo)));
      const { url } = taken.body.data.file;
      site.store.faultOf = () => fault;
      const refused = await Promise.all(site.servers.map((server) => new Client(server.url).fetch(url)));
      for (const { status, headers } of refused) {
        expect(status).toBe(503);
        expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      }
      for (const { url: at } of site.servers)
        expect((await until(() => new Client(at).call('posts.feed'))).status).toBe(200);
      site.store.faultOf = () => 'none';
      for (const server of site.servers) {
        const shown = async () => (await new Client(server.url).fetch(url)).status;
        await eventually(async () => expect(await shown()).toBe(200));
      }
      const video = randomBytes(100_000);
      const begun = await begin(admin, video.length, { chunkSize: 50_000 });
      await sendChunks(admin, begun, video);
      await admin.call('uploads.cancel', { query: { sessionId: begun.sessionId } });
    },
    90_000,
  );
});
