import { describe, expect, it } from 'vitest';
import { isBlockJson } from './block.ts';
import { blocksLength, blocksText, cutBlocks } from './cut-blocks.ts';
import { readBlocks } from './read-blocks.ts';

const json = (...blocks: [string, object][]) =>
  JSON.stringify({ time: 1, blocks: blocks.map(([type, data]) => ({ type, data })), version: '2.30' });

describe('block JSON', () => {
  it('is told from HTML [POST-106]', () => {
    expect(isBlockJson(json(['paragraph', { text: 'a' }]))).toBe(true);
    expect(isBlockJson('<p>{"blocks": []}</p>')).toBe(false);
    expect(isBlockJson('{so} plain')).toBe(false);
    expect(isBlockJson({ blocks: [] })).toBe(true);
  });

  it('reads what Editor.js writes', () => {
    const read = readBlocks(
      json(
        ['header', { text: 'Day <b>one</b>', level: 1 }],
        ['paragraph', { text: 'Hello' }],
        ['list', { style: 'ordered', items: ['a', { content: 'b', items: [{ content: 'c', items: [] }] }] }],
        ['checklist', { items: [{ text: 'd', checked: true }] }],
        ['quote', { text: 'e', caption: 'f' }],
        ['code', { code: '<g>' }],
        ['table', { withHeadings: true, content: [['h', 'i']] }],
        ['image', { file: { url: '/media/photos/a.jpg' }, caption: 'j' }],
        ['embed', { source: 'https://video.example/1', caption: 'k' }],
        ['delimiter', {}],
      ),
    );
    expect(read.map((block) => block.type)).toEqual(
      ['header', 'paragraph', 'list', 'list', 'quote', 'code', 'table', 'image', 'link', 'delimiter'], //
    );
    expect(read[0]).toEqual({ type: 'header', level: 2, html: 'Day <b>one</b>' });
    expect(read[3]).toEqual({
      type: 'list',
      ordered: false,
      items: [{ html: 'd', checked: true, items: [] }],
    });
    expect(blocksText(read)).toBe('Day one Hello a b c d e <g> h i j k');
  });

  it('leaves out what it cannot read and shows the text of unknown kinds', () => {
    expect(readBlocks('{"blocks": 3}')).toEqual([]);
    expect(readBlocks('{"bl')).toEqual([]);
    expect(readBlocks(json(['hologram', { text: 'x' }], ['hologram', {}], ['image', {}]))).toEqual([
      { type: 'paragraph', html: 'x' },
    ]);
  });
});

describe('cutting blocks', () => {
  const blocks = readBlocks(
    json(
      ['paragraph', { text: 'abcde' }],
      ['list', { items: ['fgh', 'ijk'] }],
      ['paragraph', { text: 'lmn' }],
    ),
  );

  it('leaves blocks of at most the limit whole', () => {
    expect(blocksLength(blocks)).toBe(14);
    expect(cutBlocks(blocks, 14)).toBe(blocks);
  });

  it("ends inside a block with '…' and stays within the limit", () => {
    for (let max = 2; max < 14; max += 1) {
      const cut = cutBlocks(blocks, max);
      expect(blocksLength(cut)).toBeLessThanOrEqual(max);
      expect(blocksText(cut)).toMatch(/…$/);
    }
    expect(cutBlocks(blocks, 10)[1]).toEqual({
      type: 'list',
      ordered: false,
      items: [
        { html: 'fgh', checked: null, items: [] },
        { html: 'i…', checked: null, items: [] },
      ],
    });
  });
});
