import { setTimeout as wait } from 'node:timers/promises';
import { ask, type Read, readsOf } from './reads.ts';
import { picked, type World } from './world.ts';
import type { Step } from './writes.ts';

/** What is asked for after each step at the server that has written, and at the other one. */
const atWriter = 10;
const atOther = 8;
/** What is asked for before a step, and again beside it. */
const asked = 6;
/** What another server has written may show this late. */
const lateMs = 1000;

/** An answer that differs from that of a server which keeps nothing. */
export class Difference extends Error {}

/** Numbers of chance that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Asks for some of what there is, so that it is kept, or is being made while others write. */
export async function warm(world: World, server: number, random: () => number): Promise<void> {
  const reads = readsOf(world);
  const url = world.servers.keeping[server] ?? '';
  await Promise.all(chosen(reads, asked, random).map((read) => ask(url, read)));
}

/** Asks for some of what there is at the server that has just answered; throws a Difference. */
export async function compareWriter(world: World, step: Step, random: () => number): Promise<void> {
  const reads = readsAbout(world, step, atWriter, random);
  await Promise.all(reads.map((read) => compareNow(world, step.server, read)));
}

/** The same at the other one, which may be late. */
export async function compareOther(world: World, step: Step, random: () => number): Promise<void> {
  await compareInTime(world, 1 - step.server, readsAbout(world, step, atOther, random));
}

/** Some of what there is now, two of three near what the step was about. */
function readsAbout(world: World, { who, what }: Step, count: number, random: () => number): Read[] {
  const reads = readsOf(world);
  const about = [picked(world.posts, what), picked(world.people, what)?.id, world.person(who).id];
  const near = reads.filter(
    ({ path }) =>
      /api\/posts\?|unread|conversations|auth/.test(path) || about.some((id) => id && path.includes(id)),
  );
  return [
    ...chosen(near, count - Math.floor(count / 3), random),
    ...chosen(reads, Math.floor(count / 3), random),
  ];
}

const chosen = (reads: readonly Read[], count: number, random: () => number): Read[] =>
  Array.from({ length: count }, () => picked(reads, Math.floor(random() * reads.length))).filter(
    (read) => read !== undefined,
  );

/** Asks for all that there is, at both servers. */
export async function compareAll(world: World): Promise<void> {
  const reads = readsOf(world);
  for (const server of [0, 1]) await compareInTime(world, server, reads);
}

/** What is written after its answer, such as a count of views, may come between: then the reference changes as well. */
async function compareNow(world: World, server: number, read: Read): Promise<void> {
  let made = await ask(world.servers.reference, read);
  for (;;) {
    const kept = await ask(world.servers.keeping[server] ?? '', read);
    if (kept === made) return;
    const again = await ask(world.servers.reference, read);
    if (again === made) throw new Difference(differenceText(server, read, kept, made));
    made = again;
  }
}

async function compareInTime(world: World, server: number, reads: readonly Read[]): Promise<void> {
  const differ = await different(world, server, reads);
  if (differ.length === 0) return;
  const since = performance.now();
  let left = await different(world, server, differ);
  while (left.length > 0 && performance.now() - since < lateMs) {
    await wait(20);
    left = await different(world, server, left);
  }
  const [read] = left;
  if (read) await compareNow(world, server, read);
}

async function different(world: World, server: number, reads: readonly Read[]): Promise<Read[]> {
  const found = await Promise.all(
    reads.map((read) =>
      compareNow(world, server, read).then(
        () => [],
        (error) => {
          if (error instanceof Difference) return [read];
          throw error;
        },
      ),
    ),
  );
  return found.flat();
}

function differenceText(server: number, { who, path }: Read, kept: string, made: string): string {
  let at = 0;
  while (at < kept.length && kept[at] === made[at]) at += 1;
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 120);
  return `Server ${server + 1} answers ${who} on ${path}\n  …${part(kept)}…\nwhere one that keeps nothing answers\n  …${part(made)}…`;
}
