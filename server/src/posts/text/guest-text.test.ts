import type { Block } from '@duet/contract/posts/text/blocks';
import { formatOf } from '@duet/contract/posts/text/format';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanContent, textOf } from './content.ts';
import { cutContent, cutPlainText } from './guest-text.ts';
import { type ChildNode, isElement, isText, parseHtml } from './html-tree.ts';

/** Read by a parser, as a browser would. */
const textIn = (nodes: readonly ChildNode[]): string =>
  nodes.map((node) => (isText(node) ? node.data : isElement(node) ? textIn(node.childNodes) : '')).join('');
const tagless = (html: string) => textIn(parseHtml(html));
const points = (text: string) => [...text].length;
const clean = (input: Parameters<typeof cleanContent>[0]) =>
  cleanContent(input, (src) => src.replace(/^\/media\//, '')).content;

describe('a guest’s share of HTML', () => {
  it('leaves a text of exactly 1000 code points whole [FEED-04]', () => {
    const html = `<p>${'🌄'.repeat(500)}</p><p>${'b'.repeat(500)}</p>`;
    expect(cutContent(html)).toEqual({ text: html, truncated: false });
  });

  it('cuts a text of 1001 code points to at most 1000, the … included [FEED-04]', () => {
    const cut = cutContent(`<p>${'ș'.repeat(1001)}</p>`);
    expect(cut).toEqual({ text: `<p>${'ș'.repeat(999)}…</p>`, truncated: true });
  });

  it('stays HTML where the text begins with a brace', () => {
    const html = clean(`{${'a'.repeat(1200)}`);
    const { text } = cutContent(html, 'html');
    expect(text).toBe(`&#123;${'a'.repeat(998)}…`);
    expect(formatOf(text)).toBe('html');
  });

  it('counts entities as the character that they stand for', () => {
    expect(cutContent(`<p>${'&amp;'.repeat(1000)}</p>`).truncated).toBe(false);
    const { text } = cutContent(`<p>${'&lt;'.repeat(1001)}</p>`);
    expect(text).toBe(`<p>${'&lt;'.repeat(999)}…</p>`);
  });

  it('ends at a word where one ends close by', () => {
    const { text } = cutContent(`<p>${'word '.repeat(300)}</p>`);
    expect(text.endsWith('word…</p>')).toBe(true);
    expect(points(tagless(text))).toBeLessThanOrEqual(1000);
    expect(points(tagless(text))).toBeGreaterThan(990);
  });

  it('keeps a word that ends exactly before the …', () => {
    const { text } = cutContent(`<p>${'a'.repeat(994)} beta gamma</p>`);
    expect(tagless(text)).toBe(`${'a'.repeat(994)} beta…`);
  });

  it('closes what is open and drops what comes after, pictures too', () => {
    const html = `<ul><li><b>${'x'.repeat(1200)}</b><br>after</li><li>more</li></ul><img src="/media/photos/a.jpg" alt=""><p>end</p>`;
    expect(cutContent(html).text).toBe(`<ul><li><b>${'x'.repeat(999)}…</b></li></ul>`);
  });

  it('keeps the pictures and links before the cut as they are', () => {
    const head =
      '<img src="/media/photos/a.jpg" alt="&quot;us&quot;"><p><a href="https://x.test/?a=1&amp;b=2" rel="noopener">l</a></p>';
    expect(cutContent(`${head}<p>${'y'.repeat(2000)}</p>`).text.startsWith(head)).toBe(true);
  });

  it('never splits what a person sees as one character', () => {
    const family = '👨‍👩‍👧‍👦';
    const { text } = cutContent(`<p>${family.repeat(200)}</p>`);
    expect(text).toBe(`<p>${family.repeat(142)}…</p>`);
    const flags = cutContent(`<p>${'🇷🇴'.repeat(600)}</p>`);
    expect(flags.text).toBe(`<p>${'🇷🇴'.repeat(499)}…</p>`);
    const accents = cutContent(`<p>${'a'.repeat(998)}e\u0323\u0307${'b'.repeat(50)}</p>`);
    expect(accents.text).toBe(`<p>${'a'.repeat(998)}…</p>`);
  });

  it('holds for any text: the limit, the balance of tags, no split surrogates [FEED-04]', () => {
    const tag = fc.constantFrom('p', 'b', 'li', 'h2', 'pre', 'a', 'span');
    const piece = fc.tuple(tag, fc.string({ unit: 'binary', minLength: 0, maxLength: 400 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const html = clean(
          pieces.map(([name, text]) => `<${name}>${text.replace(/[<&]/g, '&lt;')}</${name}>`).join(''),
        );
        const cut = cutContent(html);
        expect(points(tagless(cut.text))).toBeLessThanOrEqual(1000);
        expect(cut.text.isWellFormed()).toBe(true);
        expect(cut.truncated).toBe(points(tagless(html)) > 1000);
        expect(clean(cut.text)).toBe(cut.text);
        if (cut.truncated) expect(tagless(html).startsWith(tagless(cut.text).slice(0, -1))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a guest’s share of block JSON', () => {
  const blocks = (list: unknown[]) => clean({ blocks: list as never });
  const read = (content: string): Block[] => JSON.parse(content).blocks;

  it('is cut over all blocks together [FEED-04]', () => {
    const content = blocks([
      { type: 'header', data: { text: 'H'.repeat(400), level: 2 } },
      { type: 'paragraph', data: { text: `<b>${'p'.repeat(500)}</b>` } },
      {
        type: 'list',
        data: {
          style: 'ordered',
          items: ['l'.repeat(50), { content: 'm'.repeat(100), items: ['never'] }, 'never'],
        },
      },
      { type: 'image', data: { file: { url: '/media/photos/a.jpg' }, caption: 'never' } },
    ]);
    const cut = cutContent(content);
    expect(cut.truncated).toBe(true);
    expect(read(cut.text).at(-1)).toEqual({
      type: 'list',
      data: {
        style: 'ordered',
        items: [
          { content: 'l'.repeat(50), items: [] },
          { content: `${'m'.repeat(49)}…`, items: [] },
        ],
      },
    });
    expect(textOf(cut.text).replaceAll('\n', '')).toHaveLength(1000);
  });

  it('counts code as it stands and inline HTML without its tags', () => {
    const content = blocks([
      { type: 'code', data: { code: '<b>&amp;</b>'.repeat(50) } },
      { type: 'paragraph', data: { text: `a<br>${'<i>b</i>'.repeat(399)}` } },
    ]);
    expect(cutContent(content)).toEqual({ text: content, truncated: false });
  });
});

describe('a guest’s share of a caption', () => {
  it('is whole up to 1000 code points and ends with … beyond [FEED-04]', () => {
    expect(cutPlainText('é'.repeat(1000))).toEqual({ text: 'é'.repeat(1000), truncated: false });
    expect(cutPlainText('é'.repeat(1001))).toEqual({ text: `${'é'.repeat(999)}…`, truncated: true });
  });
});
