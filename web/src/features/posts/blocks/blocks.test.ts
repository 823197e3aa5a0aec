import { blocksWords } from '@duet/contract/posts/text/block-texts';
import { blocksLength, cutBlocks } from '@duet/contract/posts/text/cut-blocks';
import { describe, expect, it } from 'vitest';
import { readBlocks } from './read-blocks.ts';

const json = (...blocks: [string, object][]) =>
  JSON.stringify({ time: 1, blocks: blocks.map(([type, data]) => ({ type, data })), version: '2.30' });

describe('block JSON', () => {
  it('reads what Editor.js writes [POST-106]', () => {
    const read = readBlocks(
      json(
        ['header', { text: 'Day <b>one</b>', level: 6 }],
        ['paragraph', { text: 'Hello' }],
        ['list', { style: 'ordered', items: ['a', { content: 'b', items: [{ content: 'c', items: [] }] }] }],
        ['checklist', { items: [{ text: 'd', checked: true }] }],
        ['quote', { text: 'e', caption: 'f' }],
        ['code', { code: '<g>' }],
        ['image', { file: { url: '/media/photos/a.jpg' }, caption: 'h' }],
        ['delimiter', {}],
      ),
    );
    const types = ['header', 'paragraph', 'list', 'list', 'quote', 'code', 'image', 'delimiter'];
    expect(read.map((block) => block.type)).toEqual(types);
    expect(read[0]).toEqual({ type: 'header', data: { level: 4, text: 'Day <b>one</b>' } });
    expect(blocksWords(read)).toBe('Day one Hello a b c d e f <g> h');
  });

  it('leaves out what it cannot read and shows the text of unknown kinds', () => {
    expect(readBlocks('{"blocks": 3}')).toEqual([]);
    expect(readBlocks('{"bl')).toEqual([]);
    const odd = json(['hologram', { text: 'x' }], ['hologram', {}], ['constructor', {}], ['image', {}]);
    expect(readBlocks(odd)).toEqual([{ type: 'paragraph', data: { text: 'x' } }]);
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
    for (let max = 1; max < 14; max += 1) {
      const cut = cutBlocks(blocks, max);
      expect(blocksLength(cut)).toBeLessThanOrEqual(max);
      expect(blocksWords(cut)).toMatch(/…$/);
    }
    expect(cutBlocks(blocks, 10)[1]).toEqual({
      type: 'list',
      data: {
        style: 'unordered',
        items: [
          { content: 'fgh', items: [] },
          { content: 'i…', items: [] },
        ],
      },
    });
  });
});
