import type { Act } from './act.ts';
import { picked, type World, type WorldPerson } from './world.ts';

/** Where what is done is expected to show. What shows elsewhere is asked for as well, less often. */
export interface Shown {
  /** What it is about. */
  readonly ids: readonly (string | undefined)[];
  /** Those whose answers it changes; null is a guest. */
  readonly tokens: readonly (string | null | undefined)[];
  readonly paths: RegExp;
}

const newest = (person: WorldPerson | undefined): string | undefined => person?.tokens.at(-1);

export const onPost = (world: World, { who, what }: Act): Shown => ({
  ids: [picked(world.posts, what)],
  tokens: [null, newest(world.person(0)), newest(world.person(who))],
  paths: /post|feed\.|years/,
});

export const underPost = (world: World, act: Act): Shown => ({
  ...onPost(world, act),
  paths: /api\/posts|comments/,
});

export const onComment = (world: World, act: Act): Shown => {
  const { postId, authorId } = picked(world.comments, act.what) ?? {};
  const { tokens, ...shown } = underPost(world, act);
  const author = world.people.find(({ id }) => id === authorId);
  return { ...shown, ids: [postId], tokens: [...tokens, newest(author)] };
};

const between = (...people: readonly (WorldPerson | undefined)[]): Shown => ({
  ids: people.map((person) => person?.id),
  tokens: people.map(newest),
  paths: /messages/,
});

export const betweenTwo = (world: World, { who, what }: Act): Shown =>
  between(world.person(who), world.partner(who, what));

export const onMessage = (world: World, { what }: Act): Shown => {
  const message = picked(world.messages, what);
  return between(...world.people.filter(({ id }) => id === message?.fromId || id === message?.toId));
};

/** Whoever acts, or whom an admin acts on, and a program that acts for somebody. */
export const onPerson = (world: World, { who, what }: Act): Shown => {
  const people = [world.person(who), world.other(what), world.person(0)];
  const ids = people.map((person) => person?.id);
  const programs = world.programs.filter(({ ownerId }) => ids.includes(ownerId));
  return {
    ids,
    tokens: [
      ...people.map(newest),
      ...[...programs, picked(world.programs, what)].map((each) => each?.token),
    ],
    paths: /auth|posts|comments|messages/,
  };
};

export const onSite = (world: World, { who }: Act): Shown => ({
  ids: [],
  tokens: [null, newest(world.person(0)), newest(world.person(who))],
  paths: /./,
});
