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

/** Everybody who looks at the post, every other time: those who have liked it get another answer than those who have not. */
export const onLike = (world: World, act: Act): Shown => {
  const shown = onPost(world, act);
  if (act.choice % 2) return shown;
  return { ...shown, tokens: world.people.map(newest), paths: /api\/posts\/[\w-]+$/ };
};

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

const people = /auth|posts|comments|messages/;

/**
 * Whoever acts, whose name stands at posts, comments and what they have written to others, and a program that acts for somebody. One in
 * three looks at their own messages alone.
 */
export const onPerson = (world: World, { who, what, choice }: Act): Shown => {
  const person = world.person(who);
  const partners = world.messages.flatMap(({ fromId, toId }) =>
    fromId === person.id || toId === person.id ? [fromId, toId] : [],
  );
  if (partners.length > 0 && choice % 3 === 0) {
    return { ids: partners, tokens: [newest(person)], paths: /conversation\// };
  }
  return {
    ids: [person.id, ...world.posts],
    tokens: [null, newest(person), newest(world.person(0)), picked(world.programs, what)?.token],
    paths: people,
  };
};

/** Posts, or every other time what their pages tell those who show links. */
export const onAuthor = (world: World, { who, choice }: Act): Shown => ({
  ids: world.posts,
  tokens: [null, newest(world.person(0)), newest(world.person(who))],
  paths: choice % 2 ? /^\/post\// : /posts|comments|feed/,
});

/** What somebody may do, or else the programs that act for them. */
export const onAccount = (world: World, { who, what, choice }: Act): Shown => {
  const { id, tokens } = world.person(world.ownerOr(who, what));
  const programs = programsOf(world, id);
  const some = choice % 3 > 0 && programs.length > 0;
  return { ids: [id], tokens: some ? programs : tokens.slice(-1), paths: /auth|posts\?/ };
};

/** Whom an admin acts on, and the programs that act for them. */
export const onOther = (world: World, { what }: Act): Shown => {
  const other = world.other(what);
  return {
    ids: [other?.id, ...world.posts],
    tokens: [newest(other), newest(world.person(0)), ...programsOf(world, other?.id)],
    paths: people,
  };
};

const programsOf = (world: World, id: string | undefined): string[] =>
  world.programs.filter(({ ownerId }) => ownerId === id).map(({ token }) => token);

/** Anything, or every other time posts: who may see the site decides which addresses their pictures have. */
export const onSite = (world: World, { who, choice }: Act): Shown => ({
  ids: world.posts,
  tokens: [null, newest(world.person(0)), newest(world.person(who))],
  paths: choice % 2 ? /api\/posts/ : /./,
});
