import { createHmac } from 'node:crypto';
import { Failure } from '../failure.ts';

/**
 * Entity tags of what can be edited, and the condition that is made of them (RFC 9110, 8.8.3 and 13.1.1).
 *
 * Such a tag stands for a version of the resource and not for the bytes of one answer: two people who see different
 * counts or media signatures get the same tag. It is therefore never an answer to `If-None-Match`; its prefix tells it
 * apart from tags that are.
 */
const prefix = 'edit-';

/**
 * A strong entity tag, quotes included. Every part is a piece of state that `JSON.stringify` writes the same way each
 * time; they can be compared one by one with `partsOf`. The key keeps others from testing guesses at what a part holds.
 */
export function entityTag(key: string, ...parts: readonly unknown[]): string {
  const hashes = parts.map((part) =>
    createHmac('sha256', key)
      .update(`entity tag ${JSON.stringify(part)}`)
      .digest('base64url')
      .slice(0, 22),
  );
  return `"${prefix}${hashes.join('.')}"`;
}

/** The parts of a tag that `entityTag` made; of any other one that match nothing. */
export const partsOf = (tag: string): readonly string[] =>
  tag.startsWith(`"${prefix}`) ? tag.slice(prefix.length + 1, -1).split('.') : [];

/** What `If-Match` asks for: any version (`*`), one of these tags, or nothing (no such header). */
export type IfMatch = '*' | readonly string[] | null;

/** `entity-tag` of RFC 9110, 8.8.3. A comma may stand inside of one. */
const tagForm = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;

/**
 * Reads the header's value. Throws INVALID where it is neither `*` nor a list of entity tags: who sends a condition
 * believes to be protected by it, and an ignored one would overwrite. Empty elements of the list are skipped (5.6.1).
 */
export function readIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  const tags: string[] = [];
  let rest = header.replace(/^[\s,]+/, '');
  while (rest !== '') {
    const [tag] = tagForm.exec(rest) ?? [];
    const after = tag === undefined ? rest : rest.slice(tag.length);
    if (tag === undefined || !/^\s*(,|$)/.test(after)) throw malformed();
    tags.push(tag);
    rest = after.replace(/^[\s,]+/, '');
  }
  if (tags.length === 0) throw malformed();
  return tags;
}

const malformed = (): Failure => new Failure('INVALID', { fields: { 'If-Match': 'fieldInvalid' } });

/**
 * Whether the condition holds for a resource that exists with this tag. Tags are compared strongly, as RFC 9110,
 * 13.1.1 wants it: a weak one (`W/"…"`) never matches.
 */
export const isMatch = (condition: IfMatch, tag: string): boolean =>
  condition === null || condition === '*' || condition.includes(tag);

/** The refusal of a call whose condition does not hold, with the present state in the shape of the call's own `data`. */
export const changedMeanwhile = (data: Readonly<Record<string, unknown>>, tag: string): Failure =>
  new Failure('CHANGED_MEANWHILE', { top: { data }, entityTag: tag });
