import { expect, it } from 'vitest';
import { quickest } from '../../../test/quickest.ts';
import { Failure } from '../../platform/failure.ts';
import { cleanContent } from './content.ts';

/** Twice what a quiet machine may take: others share its cores and caches while tests run. */
const longestMs = 100;
const size = 500_000;
const filled = (piece: string, length = size) => piece.repeat(Math.ceil(length / piece.length));
const pathOf = (src: string) => (src.startsWith('/media/') ? src.slice('/media/'.length) : null);
const paragraphs = (count: number, text: string) => ({
  blocks: Array.from({ length: count }, () => ({ type: 'paragraph', data: { text } })),
});

const list = (items: readonly unknown[]) => ({ blocks: [{ type: 'list', data: { items } }] });
const nested = (depth: number, items: readonly unknown[]): readonly unknown[] =>
  depth === 0 ? items : nested(depth - 1, [{ content: '', items }]);

const wrongKind = ['INVALID', { content: 'fieldInvalid' }];
const tooLong = ['TOO_LARGE', { content: 'contentTooLong' }];
const tooComplex = ['INVALID', { content: 'contentTooComplex' }];

function refusal(content: Parameters<typeof cleanContent>[0]): unknown {
  try {
    cleanContent(content, pathOf);
    return null;
  } catch (error) {
    if (error instanceof Failure) return [error.code, error.details.fields];
    throw error;
  }
}

it.each([
  ['signs that would have to be escaped', filled('<', 400_000), tooLong],
  ['the same within the size of a source', filled('<', 200_000), tooLong],
  ['signs of an entity', filled('&', 200_000), tooLong],
  ['closing signs', filled('>', 200_000), tooLong],
  ['a source of several megabytes', filled('x', 7_000_000), tooLong],
  ['a comment of several megabytes', `<!--${filled('x', 7_000_000)}-->`, tooLong],
  ['an attribute of several megabytes', `<p title="${filled('x', 7_000_000)}">`, tooLong],
  ['combining marks without end', filled('\u0316\u0301', 100_000), tooLong],
  ['combining marks', filled('\u0316\u0301', 40_000), null],
  ['signs within the size of a post', filled('<', 25_000), null],
  ['entities', filled('&#60;', 100_000), null],
  ['tags that never close', filled('<p>', 200_000), tooComplex],
  ['tags that never open', filled('</p>', 200_000), tooComplex],
  ['a tag that never ends', filled('<a', 200_000), null],
  ['attributes', `<p ${Array.from({ length: 20_000 }, (_, at) => `a${at}=b`).join(' ')}>`, null],
  ['quotes in quotes', filled(`<a b='"`, 200_000), null],
  ['a script that never ends', `<script>${filled('</script', 200_000)}`, null],
  ['blocks of signs', paragraphs(1, filled('<', 200_000)), tooLong],
  ['many blocks of signs', paragraphs(4999, filled('<', 25)), tooLong],
  ['as many blocks with tags as there may be', paragraphs(1200, '<b>x</b> &lt;'), null],
  ['many blocks with tags', paragraphs(4999, '<b>x</b> &lt;'), tooComplex],
  ['blocks of several megabytes', paragraphs(1, filled('x', 7_000_000)), tooLong],
  ['a list of what is no text', JSON.stringify(list(Array(100_000).fill(1))), tooComplex],
  ['a list of as much of it as is looked at', list(Array(9999).fill(1)), wrongKind],
  ['the same deep inside', list(nested(48, Array(9000).fill(1))), wrongKind],
] as const)('%s take no longer than the event loop may be held', (_what, content, expected) => {
  expect(refusal(content)).toEqual(expected);
  expect(quickest(() => refusal(content))).toBeLessThan(longestMs);
});

it('keeps the source of a post that is a little longer than what comes of it', () => {
  const { content } = cleanContent(`<!--${filled('x', 150_000)}--><p>kept</p>`, pathOf);
  expect(content).toBe('<p>kept</p>');
});
