import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Listener } from './listener.ts';
import { register, registerPairs, type Two } from './people.ts';
import { openSite, type Site } from './site.ts';
import { Failures, until } from './until.ts';

const samples = 200;
const likes = 20;
const cuts = 50;
/** Conversations at once: the messages of one change the same rows, and wait for each other. */
const conversations = 8;
const tellEvery = 1000;
const listenerMs = 20;

/**
 * Three servers: how long a message takes from one to a screen of another; when a like shows in answers; and `count` messages in eight
 * conversations while the connections by which the servers hear of each other are cut 50 times, with all others to PostgreSQL. Answers a
 * table; throws where a message was missed.
 */
export async function events(count: number): Promise<string[]> {
  await using site = await openSite(3, { logLevel: 'silent' });
  const two = await register(site);
  const message = await messageTimes(two);
  const like = await likeTimes(two);
  const cut = await cutListener(site, count);
  const shares = (times: readonly number[]) =>
    [0.5, 0.95, 0.99, 1].map((share) => `${at(times, share).toFixed(0)} ms`).join(' | ');
  const whole = (number: number) => number.toLocaleString('en');
  return [
    '| | times | p50 | p95 | p99 | longest |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    `| a message sent to one server on a screen of another, from sending | ${samples} | ${shares(message)} |`,
    `| a like in answers of the others, after it was answered | ${like.length} | ${shares(like)} |`,
    `| a message on screens of the others while connections are cut, from the first try to send it | ${whole(cut.times.length)} | ${shares(cut.times)} |`,
    '',
    '| | |',
    '| --- | ---: |',
    `| a like in the next answer of the server that took it | ${likes} of ${likes} |`,
    `| messages sent in ${conversations} conversations while all connections to PostgreSQL, those that listen among them, were cut ${cut.cuts} times | ${whole(count)} |`,
    `| not on the screens of the two other servers in the end | ${cut.missed} |`,
    `| told there after they had been read, or read after they had been told (the app shows them once) | ${whole(cut.doubled)} |`,
    `| tries that were not answered, or refused, and sent again | ${whole(cut.again)} |`,
    `| told to ask again, on all ${2 * conversations} screens together | ${whole(cut.resyncs)} |`,
    `| seconds | ${cut.seconds.toFixed(0)} |`,
  ];
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

async function messageTimes({ admin, ana }: Two): Promise<number[]> {
  await using screen = new Listener(ana.at(1), admin.id);
  const took: number[] = [];
  for (let n = -10; n < samples; n += 1) {
    const text = `message ${n}`;
    const sentAt = performance.now();
    await admin.at(0).call('messages.send', { body: { recipientId: ana.id, message: text } });
    while (!screen.arrivedAt.has(text)) await wait(1);
    // What the first ones load into memory is there by then.
    if (n >= 0) took.push((screen.arrivedAt.get(text) ?? 0) - sentAt);
    await wait(listenerMs);
  }
  return took;
}

async function likeTimes({ admin, ana }: Two): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < likes; n += 1) {
    const draft = await admin.at(0).call('posts.draft', { body: { postType: 'richText' } });
    const id = draft.body.data.postId;
    await admin.at(0).call('posts.publish', { params: { id }, body: { content: `<p>Post ${n}</p>` } });
    const likesAt = async (number: number) => {
      const { body } = await ana.at(number).call('posts.feed');
      return body.data.posts.find(({ _id }) => _id === id)?.totalLikes;
    };
    for (const number of [1, 2]) while ((await likesAt(number)) === undefined) await wait(listenerMs);
    await ana.at(0).call('posts.like', { body: { postId: id } });
    const likedAt = performance.now();
    const elsewhere = [1, 2].map(async (number) => {
      while ((await likesAt(number)) !== 1) await wait(1);
      took.push(performance.now() - likedAt);
    });
    if ((await likesAt(0)) !== 1) throw new Error('the server that took a like does not show it');
    await Promise.all(elsewhere);
  }
  return took;
}

async function cutListener(site: Site, count: number) {
  const since = performance.now();
  const pairs = (await registerPairs(site, conversations)).map(({ writer, reader }, n) => ({
    // Each server takes messages, and each of the two others has a screen that waits for them.
    send: writer.at(n % 3),
    recipientId: reader.id,
    screens: [1, 2].map((other) => new Listener(reader.at((n + other) % 3), writer.id)),
    sentAt: new Map<string, number>(),
  }));
  const failures = new Failures();
  const waiting = Array.from({ length: count }, (_, n) => `event ${n}`).values();
  let sent = 0;
  let done = 0;
  const writing = pairs.map(async ({ send, recipientId, sentAt }) => {
    for (const message of waiting) {
      sentAt.set(message, performance.now());
      const body = { recipientId, message, clientId: crypto.randomUUID() };
      const { status, body: answer } = await until(() => send.call('messages.send', { body }), failures);
      if (status !== 200) throw new Error(`refused with ${status}: ${answer.error}`);
      sent += 1;
      // Who watches a run of minutes sees how far it is.
      if (sent % tellEvery === 0) console.error(`${sent} sent, cut ${done} times`);
    }
  });
  const cutting = async () => {
    for (; done < cuts; done += 1) {
      // One cut for as many messages each, wherever they are at the time.
      while (sent < ((done + 0.5) / cuts) * count) await wait(5);
      await cut(site.database.url);
    }
  };
  await Promise.all([...writing, cutting()]);
  const missed = () => {
    const lacking = pairs.flatMap(({ screens, sentAt }) =>
      screens.flatMap(({ known }) => [...sentAt.keys()].filter((text) => !known.has(text))),
    );
    return lacking.length;
  };
  for (let tries = 0; missed() > 0 && tries < 300; tries += 1) await wait(100);
  const found = missed();
  const screens = pairs.flatMap((pair) => pair.screens);
  await Promise.all(screens.map((screen) => screen[Symbol.asyncDispose]()));
  if (found > 0) throw new Error(`${found} messages were missed`);
  const total = (of: (screen: Listener) => number) => screens.reduce((sum, screen) => sum + of(screen), 0);
  return {
    cuts: done,
    missed: found,
    doubled: total(({ doubled }) => doubled),
    resyncs: total(({ resyncs }) => resyncs),
    again: failures.broken + failures.refused,
    seconds: (performance.now() - since) / 1000,
    times: pairs.flatMap(({ screens: both, sentAt }) =>
      [...sentAt].flatMap(([text, at]) => both.map(({ arrivedAt }) => (arrivedAt.get(text) ?? 0) - at)),
    ),
  };
}

/** Every connection of all servers: what one that listens did last does not tell it from the others. */
async function cut(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'duet%' and datname = current_database()",
    );
  } finally {
    await client.end();
  }
}
