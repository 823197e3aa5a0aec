import type { Act } from './act.ts';
import { picked, type SitePerson, type SiteState } from './site-state.ts';

/** Where what is done is expected to show. What shows elsewhere is asked for as well, less often. */
export interface Shown {
  /** What it is about. */
  readonly ids: readonly (string | undefined)[];
  /** Those whose answers it changes; null is a guest. */
  readonly tokens: readonly (string | null | undefined)[];
  readonly paths: RegExp;
}

const newest = (person: SitePerson | undefined): string | undefined => person?.tokens.at(-1);

export const onPost = (state: SiteState, { who, what }: Act): Shown => ({
  ids: [picked(state.posts, what)],
  tokens: [null, newest(state.person(0)), newest(state.person(who))],
  paths: /post|feed\.|years/,
});

/** Everybody who looks at the post, every other time: those who have liked it get another answer than those who have not. */
export const onLike = (state: SiteState, act: Act): Shown => {
  const shown = onPost(state, act);
  if (act.choice % 2) return shown;
  return { ...shown, tokens: state.people.map(newest), paths: /api\/posts\/[\w-]+$/ };
};

export const underPost = (state: SiteState, act: Act): Shown => ({
  ...onPost(state, act),
  paths: /api\/posts|comments/,
});

export const onComment = (state: SiteState, act: Act): Shown => {
  const { postId, authorId } = picked(state.comments, act.what) ?? {};
  const { tokens, ...shown } = underPost(state, act);
  const author = state.people.find(({ id }) => id === authorId);
  return { ...shown, ids: [postId], tokens: [...tokens, newest(author)] };
};

const between = (...people: readonly (SitePerson | undefined)[]): Shown => ({
  ids: people.map((person) => person?.id),
  tokens: people.map(newest),
  paths: /messages/,
});

export const betweenTwo = (state: SiteState, { who, what }: Act): Shown =>
  between(state.person(who), state.partner(who, what));

export const onMessage = (state: SiteState, { what }: Act): Shown => {
  const message = picked(state.messages, what);
  return between(...state.people.filter(({ id }) => id === message?.fromId || id === message?.toId));
};

const people = /auth|posts|comments|messages/;

/**
 * Whoever acts, whose name stands at posts, comments and what they have written to others, and a program that acts for somebody. One in
 * three looks at their own messages alone.
 */
export const onPerson = (state: SiteState, { who, what, choice }: Act): Shown => {
  const person = state.person(who);
  const partners = state.messages.flatMap(({ fromId, toId }) =>
    fromId === person.id || toId === person.id ? [fromId, toId] : [],
  );
  if (partners.length > 0 && choice % 3 === 0) {
    return { ids: partners, tokens: [newest(person)], paths: /conversation\// };
  }
  return {
    ids: [person.id, ...state.posts],
    tokens: [null, newest(person), newest(state.person(0)), picked(state.programs, what)?.token],
    paths: people,
  };
};

/** Posts, or every other time what their pages tell those who show links. */
export const onAuthor = (state: SiteState, { who, choice }: Act): Shown => ({
  ids: state.posts,
  tokens: [null, newest(state.person(0)), newest(state.person(who))],
  paths: choice % 2 ? /^\/post\// : /posts|comments|feed/,
});

/** What somebody may do, or else the programs that act for them. */
export const onAccount = (state: SiteState, { who, what, choice }: Act): Shown => {
  const { id, tokens } = state.person(state.ownerOr(who, what));
  const programs = programsOf(state, id);
  const some = choice % 3 > 0 && programs.length > 0;
  return { ids: [id], tokens: some ? programs : tokens.slice(-1), paths: /auth|posts\?/ };
};

/** Whom an admin acts on, and the programs that act for them. */
export const onOther = (state: SiteState, { what }: Act): Shown => {
  const other = state.other(what);
  return {
    ids: [other?.id, ...state.posts],
    tokens: [newest(other), newest(state.person(0)), ...programsOf(state, other?.id)],
    paths: people,
  };
};

const programsOf = (state: SiteState, id: string | undefined): string[] =>
  state.programs.filter(({ ownerId }) => ownerId === id).map(({ token }) => token);

/** Anything, or every other time posts: who may see the site decides which addresses their pictures have. */
export const onSite = (state: SiteState, { who, choice }: Act): Shown => ({
  ids: state.posts,
  tokens: [null, newest(state.person(0)), newest(state.person(who))],
  paths: choice % 2 ? /api\/posts/ : /./,
});
