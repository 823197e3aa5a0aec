import { limits } from '@duet/contract/limits';
import { attacks } from '@duet/contract/posts/text/html-attacks';
import { describe, expect, it } from 'vitest';
import { cleanBlocks } from './block-content.ts';
import { cleanContent, hasText, textOf } from './content.ts';

const pathOf = (src: string) => /^\/media\/(photos\/[\w.]+)$/.exec(src)?.[1] ?? null;
const clean = (...blocks: { type: string; data: Record<string, unknown> }[]) =>
  cleanBlocks(blocks, pathOf).blocks;

describe('block JSON', () => {
  it('keeps each known block in one form', () => {
    expect(
      clean(
        { type: 'paragraph', data: { text: 'a <b>b</b>', alignment: 'left' } },
        { type: 'header', data: { text: 'h', level: 6 } },
        { type: 'checklist', data: { items: [{ text: 'done', checked: true }] } },
        { type: 'list', data: { items: ['flat', { content: 'deep', meta: {}, items: ['x'] }] } },
        { type: 'quote', data: { text: 'q', caption: 'who', alignment: 'center' } },
        { type: 'delimiter', data: { any: 1 } },
        { type: 'code', data: { code: 'if (a < b) "x"' } },
        {
          type: 'image',
          data: { file: { url: '/media/photos/a.jpg', width: 3 }, caption: 'c', stretched: true },
        },
        { type: 'image', data: { url: '/media/photos/b.jpg' } },
      ),
    ).toEqual([
      { type: 'paragraph', data: { text: 'a <b>b</b>' } },
      { type: 'header', data: { text: 'h', level: 4 } },
      { type: 'list', data: { style: 'unordered', items: [{ content: 'done', items: [] }] } },
      {
        type: 'list',
        data: {
          style: 'unordered',
          items: [
            { content: 'flat', items: [] },
            { content: 'deep', items: [{ content: 'x', items: [] }] },
          ],
        },
      },
      { type: 'quote', data: { text: 'q', caption: 'who' } },
      { type: 'delimiter', data: {} },
      { type: 'code', data: { code: 'if (a < b) "x"' } },
      { type: 'image', data: { file: { url: '/media/photos/a.jpg' }, caption: 'c', alt: '' } },
      { type: 'image', data: { file: { url: '/media/photos/b.jpg' }, caption: '', alt: '' } },
    ]);
  });

  it('tells the pictures in reading order', () => {
    const image = (name: string) => ({ type: 'image', data: { url: `/media/photos/${name}.jpg` } });
    const blocks = [image('b'), { type: 'paragraph', data: { text: 'x' } }, image('a')];
    expect(cleanBlocks(blocks, pathOf).images).toEqual(['photos/b.jpg', 'photos/a.jpg']);
  });

  it('keeps the style of a list, and as much of a description as may stand there', () => {
    const alt = 'a'.repeat(limits.altText.maxChars + 1);
    expect(
      clean(
        { type: 'list', data: { style: 'ordered', items: ['one'] } },
        { type: 'checklist', data: { style: 'ordered', items: [{ text: 'one' }] } },
        { type: 'image', data: { url: '/media/photos/a.jpg', alt } },
      ),
    ).toEqual([
      { type: 'list', data: { style: 'ordered', items: [{ content: 'one', items: [] }] } },
      { type: 'list', data: { style: 'unordered', items: [{ content: 'one', items: [] }] } },
      { type: 'image', data: { file: { url: '/media/photos/a.jpg' }, caption: '', alt: alt.slice(1) } },
    ]);
  });

  it('passes over data that it does not know', () => {
    const data = { text: 'x', nothing: null, count: 3, flag: true };
    expect(clean({ type: 'paragraph', data })).toEqual([{ type: 'paragraph', data: { text: 'x' } }]);
  });

  it('leaves out unknown blocks and pictures from elsewhere', () => {
    expect(
      clean(
        { type: 'raw', data: { html: '<script>1</script>' } },
        { type: 'embed', data: { embed: 'https://x.test' } },
        { type: '__proto__', data: {} },
        { type: 'image', data: { file: { url: 'https://x.test/a.jpg' } } },
        { type: 'image', data: {} },
      ),
    ).toEqual([]);
  });

  it.each(attacks)('holds only inline tags of the list after %j', (attack) => {
    const [block] = clean({ type: 'paragraph', data: { text: attack } });
    const html = block?.type === 'paragraph' ? block.data.text : '';
    const tag =
      '</?(?:br|strong|b|em|i|u|s|code|span)>|</a>|<a(?: href="(?:https?|mailto):[^"<>]*")? rel="[a-z ]+" target="_blank">';
    expect(html).toMatch(new RegExp(`^(?:[^<>]|${tag})*$`, 'u'));
  });

  it('refuses data of the wrong kind', () => {
    for (const data of [{ text: 7 }, { text: { html: 'x' } }]) {
      const details = expect.objectContaining({ fields: { content: 'fieldInvalid' } });
      expect(() => clean({ type: 'paragraph', data })).toThrow(
        expect.objectContaining({ code: 'INVALID', details }),
      );
    }
    expect(() => clean({ type: 'list', data: { items: [3] } })).toThrow(
      expect.objectContaining({ code: 'INVALID' }),
    );
  });

  it('says in a line of the log what was wrong, however much of it', () => {
    const items = Array.from({ length: 9000 }, () => ({ none: 1 }));
    for (const content of [{ blocks: [{ type: 'list', data: { items } }] }, '{"blocks":[1,2]}']) {
      expect(() => cleanContent(content, pathOf)).toThrow(
        expect.objectContaining({
          details: expect.objectContaining({ log: expect.stringMatching(/^[\w.]+: .{1,250}$/) }),
        }),
      );
    }
  });

  it('refuses lists deeper than 50 and more than 5,000 texts', () => {
    const nested = (depth: number): unknown => ({
      content: 'x',
      items: depth > 1 ? [nested(depth - 1)] : [],
    });
    const tooComplex = expect.objectContaining({
      code: 'INVALID',
      details: expect.objectContaining({ fields: { content: 'contentTooComplex' } }),
    });
    expect(clean({ type: 'list', data: { items: [nested(50)] } })).toHaveLength(1);
    expect(() => clean({ type: 'list', data: { items: [nested(51)] } })).toThrow(tooComplex);
    expect(() => clean({ type: 'list', data: { items: [nested(3000)] } })).toThrow(tooComplex);
    expect(clean({ type: 'list', data: { items: Array(5000).fill('') } })).toHaveLength(1);
    expect(() => clean({ type: 'list', data: { items: Array(5001).fill('') } })).toThrow(tooComplex);
    // What is no text is passed over in the count.
    expect(() =>
      clean({ type: 'list', data: { items: Array(5001).fill(''), none: null, count: 3 } }),
    ).toThrow(tooComplex);
  });

  it('refuses more than 10,000 entries of arrays, the blocks among them, whatever they are', () => {
    const any = (length: number) => ({ type: 'delimiter', data: { any: { rows: Array(length).fill(0) } } });
    expect(clean(any(5000), any(4998))).toHaveLength(2);
    expect(() => clean(any(5000), any(4999))).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        details: expect.objectContaining({ fields: { content: 'contentTooComplex' } }),
      }),
    );
  });

  it('refuses what the tags and signs of all texts come to, and counts no text without them', () => {
    const paragraphs = (count: number, text: string) =>
      Array(count).fill({ type: 'paragraph', data: { text } });
    expect(clean(...paragraphs(2000, 'plain'), ...paragraphs(2500, '<b>x</b>'))).toHaveLength(4500);
    expect(() => clean(...paragraphs(2501, '<b>x</b>'))).toThrow(
      expect.objectContaining({ code: 'INVALID' }),
    );
    expect(() => clean(...paragraphs(2, '&'.repeat(10_241)))).toThrow(
      expect.objectContaining({ code: 'TOO_LARGE' }),
    );
  });

  it('refuses texts that are longer than a source may be, counted over all blocks', () => {
    const code = (length: number) => ({ type: 'code', data: { code: 'x'.repeat(length) } });
    const most = limits.richText.maxSourceBytes;
    const list = (length: number) => ({ type: 'list', data: { items: ['x'.repeat(length)] } });
    expect(clean(code(most - 1), list(1))).toHaveLength(2);
    for (const second of [code(2), list(2)])
      expect(() => clean(code(most - 1), second)).toThrow(
        expect.objectContaining({
          code: 'TOO_LARGE',
          details: expect.objectContaining({ fields: { content: 'contentTooLong' } }),
        }),
      );
  });
});

describe('content', () => {
  const format = (input: string) => cleanContent(input, pathOf).format;

  it('is block JSON where it reads as such, HTML otherwise', () => {
    expect(format('  {"blocks":[{"type":"paragraph","data":{"text":"x"}}]}')).toBe('blocks');
    for (const html of ['<p>{"blocks":[]}</p>', '{"blocks":3}', '{"blocks":[', '{}', '{ hello }']) {
      expect(format(html), html).toBe('html');
    }
    expect(cleanContent('{ hello }', pathOf).content).toBe('&#123; hello }');
    expect(textOf('&#123; hello }').trim()).toBe('{ hello }');
  });

  it('is refused where blocks are not of their shape', () => {
    for (const blocks of [[{ data: {} }], ['x'], [{ type: 'paragraph', data: [] }]]) {
      expect(() => format(JSON.stringify({ blocks }))).toThrow(expect.objectContaining({ code: 'INVALID' }));
    }
  });

  it('has text, or has none', () => {
    for (const blank of [
      '',
      '<p> &nbsp;\u200b\u2060\ufeff\u00ad</p>',
      '<img src="/media/photos/a.jpg" alt="x">',
      '<hr>',
      '\u3164\u2800',
    ]) {
      expect(hasText(blank), blank).toBe(false);
    }
    for (const text of ['<p>.</p>', '<li>0</li>', '<p>&lt;</p>', '<p>👍</p>'])
      expect(hasText(text), text).toBe(true);
  });

  it('reads with its words apart', () => {
    expect(textOf('<h1>A</h1><p>b<br>c <b>d</b>e</p>').split(/\s+/).filter(Boolean)).toEqual([
      'A',
      'b',
      'c',
      'de',
    ]);
  });
});
