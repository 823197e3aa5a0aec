import { describe, expect, it } from 'vitest';
import { cutHtml, cutText } from './cut.ts';
import { plainText, textAsHtml } from './html-text.ts';
import { characters, decoded, htmlLength, htmlTokens } from './html-tokens.ts';

describe('cutting an HTML text', () => {
  it('leaves a text of at most the limit whole', () => {
    const html = `<p>${'a'.repeat(500)}</p>`;
    expect(cutHtml(html, 500)).toEqual({ html, isCut: false });
  });

  it("shows a preview of 500 characters, the '…' included [FEED-24]", () => {
    const { html, isCut } = cutHtml(`<p>${'a'.repeat(1500)}</p>`, 500);
    expect(isCut).toBe(true);
    expect(html).toBe(`<p>${'a'.repeat(499)}…</p>`);
    expect(htmlLength(html)).toBe(500);
  });

  it('closes every open element and drops what follows', () => {
    const { html } = cutHtml('<h2>ab</h2><p>cd <b>ef<i>ghij</i></b></p><p>kl</p>', 8);
    expect(html).toBe('<h2>ab</h2><p>cd <b>ef…</b></p>');
  });

  it("sets the '…' where a paragraph ends, not into an empty one", () => {
    expect(cutHtml('<p>abcd</p><p>ef</p>', 5).html).toBe('<p>abcd…</p>');
  });

  it('ends at a word where one ends close by', () => {
    expect(cutHtml('<p>one two three</p>', 11).html).toBe('<p>one two…</p>');
    expect(cutHtml('<p>one two three</p>', 8).html).toBe('<p>one two…</p>');
    const long = `one ${'a'.repeat(600)}`;
    expect(cutHtml(long, 500).html).toBe(`${long.slice(0, 499)}…`);
  });

  it('looks for the end of a word within the last 30 characters, and keeps none of the white space before it', () => {
    const words = (first: number, second: number) => `${'a'.repeat(first)}  \n${'b'.repeat(second)} and more`;
    expect(cutHtml(words(471, 40), 501).html).toBe(`${'a'.repeat(471)}…`);
    expect(cutHtml(words(470, 40), 501).html).toBe(`${words(470, 40).slice(0, 500)}…`);
    expect(cutHtml('ab\ncd efghijk', 9).html).toBe('ab\ncd…');
  });

  it('keeps white space at the beginning, and drops it where only that is left before a long word', () => {
    expect(cutHtml(' abc', 3).html).toBe(' a…');
    expect(cutHtml('  abcdef', 4, true).html).toBe('  a…');
    expect(cutHtml('a b', 3, true).html).toBe('a…');
    expect(cutHtml(`${'a'.repeat(40)} bcdef`, 42).html).toBe(`${'a'.repeat(40)}…`);
  });

  it('cuts at a letter where the browser cannot tell graphemes', () => {
    const { Segmenter } = Intl;
    try {
      Reflect.deleteProperty(Intl, 'Segmenter');
      expect(cutHtml('ab👍🏽cdef', 4).html).toBe('ab👍…');
    } finally {
      Object.assign(Intl, { Segmenter });
    }
  });

  it('keeps a word whole that ends where the text may end', () => {
    expect(cutHtml('<p>one two</p><p>three</p>', 8).html).toBe('<p>one two…</p>');
  });

  it('keeps a picture before the cut and counts no attribute', () => {
    const { html } = cutHtml('<p><img src="/media/a.jpg" alt="x > y, a long description">abcdef</p>', 4);
    expect(html).toBe('<p><img src="/media/a.jpg" alt="x > y, a long description">abc…</p>');
  });

  it('counts an entity as one character and never breaks it', () => {
    expect(cutHtml('<p>a&amp;b&lt;c</p>', 4).html).toBe('<p>a&amp;b…</p>');
    expect(htmlLength('&amp;&#537;&#x219;')).toBe(3);
  });

  it('counts code points and breaks no emoji', () => {
    expect(cutHtml('😀😀😀😀', 3).html).toBe('😀😀…');
    expect(cutHtml('ab👩‍👧cdef', 6).html).toBe('ab👩‍👧…');
    expect(cutHtml('ab👩‍👧cdef', 5).html).toBe('ab…');
    expect(cutHtml('ab👍🏽cdef', 4).html).toBe('ab…');
    expect(cutHtml('a🇷🇴🇷🇴bc', 5).html).toBe('a🇷🇴…');
    expect(cutHtml('a&amp;\u0301bcd', 3).html).toBe('a…');
  });

  it('copes with unclosed, stray and bare angle brackets', () => {
    expect(cutHtml('1 < 2 </p> <b>and so on', 9).html).toBe('1 < 2 </p> <b>a…</b>');
    expect(htmlLength('<!-- unseen -->seen')).toBe(4);
    expect(htmlLength('seen <b swallowed')).toBe(5);
    expect(htmlLength('seen </b swallowed')).toBe(5);
    expect(htmlLength('seen <5')).toBe(7);
    expect(htmlLength('a<')).toBe(2);
  });

  it('takes apart a hundred kilobytes of quotes in no time', () => {
    const started = Date.now();
    cutHtml('<a "'.repeat(25_000), 500);
    expect(Date.now() - started).toBeLessThan(2000);
  });
});

describe('cutting plain text', () => {
  it("ends with '…' inside the limit and without a space before it", () => {
    expect(cutText('one two three', 8)).toBe('one two…');
    expect(cutText('one two three', 9)).toBe('one two…');
    expect(cutText('one', 3)).toBe('one');
    expect(cutText('abcdefgh', 5)).toBe('abcd…');
    expect(cutText(' abcdefgh', 5)).toBe(' abc…');
    expect(cutText(' ab   cd', 5)).toBe(' ab…');
    expect(cutText('one', 3, true)).toBe('on…');
  });
});

describe('a character as it stands in HTML', () => {
  it.each([
    ['&amp;', '&'],
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&apos;', "'"],
    ['&nbsp;', '\u00a0'],
    ['&#537;', 'ș'],
    ['&#x219;', 'ș'],
    ['&#X219;', 'ș'],
    ['&#1114111;', '\u{10ffff}'],
    ['&#1114112;', ''],
    ['&#0;', ''],
    ['&unknown;', '&unknown;'],
    ['&', '&'],
    ['&constructor;', '&constructor;'],
    ['a', 'a'],
    ['😀', '😀'],
  ])('%s stands for %j', (raw, shown) => {
    expect(decoded(raw)).toBe(shown);
  });
});

describe('HTML taken apart', () => {
  it('is runs of text and tags, whose names are in small letters', () => {
    expect([...htmlTokens('a<Img src=">"></B>')]).toEqual([
      { kind: 'text', raw: 'a' },
      { kind: 'tag', raw: '<Img src=">">', name: 'img', closing: false },
      { kind: 'tag', raw: '</B>', name: 'b', closing: true },
    ]);
    expect(characters('')).toEqual([]);
  });
});

describe('HTML and plain text', () => {
  it('reads as one line', () => {
    expect(plainText('<h2>Ann &amp; Bo</h2><p>in<b>line</b><br>next&nbsp;day</p>')).toBe(
      'Ann & Bo inline next day',
    );
  });

  it('shows a caption as it was typed', () => {
    expect(textAsHtml('I <3 you\nso much\n\n"really"')).toBe(
      '<p>I &lt;3 you<br>so much</p><p>&quot;really&quot;</p>',
    );
    expect(textAsHtml('  ')).toBe('');
    expect(textAsHtml('one\n \t\ntwo')).toBe('<p>one</p><p>two</p>');
    expect(textAsHtml('one\ntwo\nthree')).toBe('<p>one<br>two<br>three</p>');
    expect(plainText(textAsHtml('I <3 you'))).toBe('I <3 you');
  });
});
