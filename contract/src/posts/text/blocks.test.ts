import { describe, expect, it } from 'vitest';
import { blocksText, blocksWords, mapTexts, textsOf } from './block-texts.ts';
import type { Block } from './blocks.ts';
import { blocksLength, cutBlocks } from './cut-blocks.ts';
import { formatOf, parseBlocks } from './format.ts';

const paragraph = (text: string): Block => ({ type: 'paragraph', data: { text } });

/** One of each kind, in whose texts every word stands once. */
const all: readonly Block[] = [
  { type: 'header', data: { text: '<b>one</b>', level: 3 } },
  paragraph('two &amp; more'),
  {
    type: 'list',
    data: {
      style: 'ordered',
      items: [
        { content: 'three', items: [{ content: 'four', items: [] }] },
        { content: 'five', items: [] },
      ],
    },
  },
  { type: 'quote', data: { text: 'six', caption: 'seven' } },
  { type: 'delimiter', data: {} },
  { type: 'code', data: { code: '<eight>' } },
  { type: 'image', data: { file: { url: '/media/a.jpg' }, caption: 'nine', alt: 'not read' } },
];

describe('the texts of blocks', () => {
  it('are found in reading order, with their kind', () => {
    expect(all.flatMap(textsOf)).toEqual([
      { text: '<b>one</b>', kind: 'inline' },
      { text: 'two &amp; more', kind: 'inline' },
      { text: 'three', kind: 'inline' },
      { text: 'four', kind: 'inline' },
      { text: 'five', kind: 'inline' },
      { text: 'six', kind: 'inline' },
      { text: 'seven', kind: 'inline' },
      { text: '<eight>', kind: 'plain' },
      { text: 'nine', kind: 'inline' },
    ]);
  });

  it('are read without tags, code as it stands, each on a line', () => {
    expect(blocksText(all)).toBe('one\ntwo & more\nthree\nfour\nfive\nsix\nseven\n<eight>\nnine');
    expect(blocksWords([paragraph('a<br>b'), paragraph('c')])).toBe('a b c');
  });

  it('are replaced, and nothing else is', () => {
    const upper = all.map((block) => mapTexts(block, (text) => text.toUpperCase()));
    expect(upper).toEqual([
      { type: 'header', data: { text: '<B>ONE</B>', level: 3 } },
      paragraph('TWO &AMP; MORE'),
      {
        type: 'list',
        data: {
          style: 'ordered',
          items: [
            { content: 'THREE', items: [{ content: 'FOUR', items: [] }] },
            { content: 'FIVE', items: [] },
          ],
        },
      },
      { type: 'quote', data: { text: 'SIX', caption: 'SEVEN' } },
      { type: 'delimiter', data: {} },
      { type: 'code', data: { code: '<EIGHT>' } },
      { type: 'image', data: { file: { url: '/media/a.jpg' }, caption: 'NINE', alt: 'not read' } },
    ]);
  });

  it('that are taken away leave empty ones, and take items of lists with all below them', () => {
    expect(all.map((block) => mapTexts(block, () => null))).toEqual([
      { type: 'header', data: { text: '', level: 3 } },
      paragraph(''),
      { type: 'list', data: { style: 'ordered', items: [] } },
      { type: 'quote', data: { text: '', caption: '' } },
      { type: 'delimiter', data: {} },
      { type: 'code', data: { code: '' } },
      { type: 'image', data: { file: { url: '/media/a.jpg' }, caption: '', alt: 'not read' } },
    ]);
  });
});

describe('blocks that are cut', () => {
  it('are counted as a reader counts them', () => {
    expect(blocksLength([paragraph('<b>a&amp;b</b>'), { type: 'code', data: { code: '<💞>' } }])).toBe(6);
    expect(blocksLength([{ type: 'code', data: { code: '<b>&amp;💞' } }])).toBe(9);
  });

  it('stay the very same where all of it fits', () => {
    const blocks = [paragraph('ab'), paragraph('cd')];
    expect(cutBlocks(blocks, 4)).toBe(blocks);
    expect(cutBlocks(blocks, 3)).toEqual([paragraph('ab'), paragraph('…')]);
  });

  it('end with an ellipsis inside the limit, and lose what comes after', () => {
    const blocks = [paragraph('one'), paragraph('two three'), paragraph('four')];
    const cut = cutBlocks(blocks, 10);
    expect(cut).toEqual([paragraph('one'), paragraph('two…')]);
    expect(blocksLength(cut)).toBeLessThanOrEqual(10);
  });

  it('say that more follows where a text fills the limit exactly', () => {
    expect(cutBlocks([paragraph('abc'), paragraph('d')], 3)).toEqual([paragraph('ab…')]);
    const code: Block = { type: 'code', data: { code: 'abc' } };
    expect(cutBlocks([code, paragraph('d')], 3)).toEqual([{ type: 'code', data: { code: 'ab…' } }]);
  });

  it('keep the tags of a text whole, and cut code as it stands', () => {
    expect(cutBlocks([paragraph('<b>abcdef</b>')], 4)).toEqual([paragraph('<b>abc…</b>')]);
    const code: Block = { type: 'code', data: { code: '<b>abcdef' } };
    expect(cutBlocks([code], 6)).toEqual([{ type: 'code', data: { code: '<b>ab…' } }]);
  });

  it('lose the texts of the same block that come after the cut', () => {
    const quote: Block = { type: 'quote', data: { text: 'abcdef', caption: 'by somebody' } };
    expect(cutBlocks([quote], 4)).toEqual([{ type: 'quote', data: { text: 'abc…', caption: '' } }]);
    const list: Block = {
      type: 'list',
      data: {
        style: 'unordered',
        items: [
          { content: 'ab', items: [{ content: 'cdef', items: [] }] },
          { content: 'gh', items: [] },
        ],
      },
    };
    expect(cutBlocks([list], 5)).toEqual([
      {
        type: 'list',
        data: { style: 'unordered', items: [{ content: 'ab', items: [{ content: 'cd…', items: [] }] }] },
      },
    ]);
  });
});

describe('the form of a content', () => {
  it('is told by its first character', () => {
    expect([formatOf('{"blocks":[]}'), formatOf('<p>{</p>'), formatOf('&#123;'), formatOf('')]).toEqual([
      'blocks',
      'html',
      'html',
      'html',
    ]);
  });

  it('of blocks is JSON, or nothing where there are none', () => {
    expect(parseBlocks('')).toEqual({ blocks: [] });
    expect(parseBlocks('{"blocks":[{"type":"delimiter","data":{}}]}')).toEqual({
      blocks: [{ type: 'delimiter', data: {} }],
    });
  });
});
