import { limits } from '@duet/contract/limits';
import { attacks } from '@duet/contract/posts/text/html-attacks';
import { allowedTags } from '@duet/contract/posts/text/html-policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../platform/failure.ts';
import { cleanContent } from './content.ts';
import { type ChildNode, isElement, isText, parseHtml } from './html-tree.ts';
import { cleanHtml, cleanInlineHtml } from './rich-text.ts';

const pathOf = (src: string) => /^\/media\/(photos\/[\w.]+)$/.exec(src)?.[1] ?? null;
const clean = (html: string) => cleanHtml(html, pathOf).html;

const plainTag = 'p|br|strong|b|em|i|u|s|ul|ol|li|blockquote|h1|h2|h3|h4|code|pre|hr|span';
const link =
  '<a(?: href="(?:https?|mailto):[^"<>]*")? rel="noopener noreferrer nofollow ugc" target="_blank">|</a>';
const image = '<img src="/media/photos/[\\w.]+" alt="[^"<>]*"(?: width="\\d+")?(?: height="\\d+")?>';
/** Reads stored HTML without any parser: there is no `<` or `>` in it but those of these tags. */
const onlyTheList = new RegExp(`^(?:[^<>]|</?(?:${plainTag})>|${link}|${image})*$`, 'u');

const attributesOf: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel', 'target'],
  img: ['src', 'alt', 'width', 'height'],
};

function expectAllowed(nodes: readonly ChildNode[]): void {
  for (const node of nodes) {
    if (isText(node)) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
      expect(node.data).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      continue;
    }
    if (!isElement(node)) throw new Error(`a ${node.type} is stored`);
    expect(allowedTags.includes(node.name), node.name).toBe(true);
    for (const name of Object.keys(node.attribs)) expect(attributesOf[node.name] ?? []).toContain(name);
    if (node.name === 'a') {
      expect(node.attribs).toMatchObject({ rel: 'noopener noreferrer nofollow ugc', target: '_blank' });
      const { href } = node.attribs;
      if (href !== undefined) expect(['http:', 'https:', 'mailto:']).toContain(new URL(href).protocol);
    }
    if (node.name === 'img') expect(pathOf(node.attribs.src ?? '')).not.toBeNull();
    expectAllowed(node.childNodes);
  }
}

function expectSafe(html: string): void {
  expect(html).toMatch(onlyTheList);
  expectAllowed(parseHtml(html));
  expect(html.startsWith('{')).toBe(false);
  expect(clean(html)).toBe(html);
}

describe('the HTML policy', () => {
  it.each(attacks)('leaves nothing but the allow-list of %j', (attack) => {
    expectSafe(clean(attack));
    expectSafe(clean(`<p>before</p>${attack}<p>after</p>`));
    expectSafe(clean(`<blockquote><a href="https://x.test/">${attack}`));
    expect(cleanInlineHtml(attack)).toMatch(onlyTheList);
  });

  it('knows more than 60 attacks', () => {
    expect(new Set(attacks).size).toBeGreaterThan(60);
  });

  it('holds for any mixture of pieces of attacks', () => {
    const pieces = attacks.flatMap((attack) => attack.split(/(?=[<>"'=/ &])/));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (parts) =>
        expectSafe(clean(parts.join(''))),
      ),
      { numRuns: 1500 },
    );
  });

  it('holds for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => expectSafe(clean(text))));
  });

  it('drops the content of scripts, styles, SVG, MathML, templates and their like', () => {
    for (const tag of ['script', 'style', 'svg', 'math', 'template', 'xmp', 'noscript', 'title']) {
      expect(clean(`<p>a</p><${tag}>gone</${tag}><p>b</p>`), tag).toBe('<p>a</p><p>b</p>');
    }
    expect(clean('<p>a</p><plaintext>gone<p>b</p>')).toBe('<p>a</p>');
    expect(clean('<p>a<!-- gone -->b</p>')).toBe('<p>ab</p>');
  });

  it('keeps the text of other tags', () => {
    expect(clean('<div><table><td>a <font color=red>red</font> day</td></table></div>')).toBe('a red day');
  });

  it('keeps every tag of the list', () => {
    const html =
      '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><p><strong>a</strong><b>b</b><em>c</em><i>d</i><u>e</u><s>f</s><code>g</code><span>h</span><br></p><blockquote>q</blockquote><ul><li>x</li></ul><ol><li>y</li></ol><pre>z</pre><hr>';
    expect(clean(html)).toBe(html);
  });

  it('writes addresses anew, forces rel and target, and drops other addresses only', () => {
    const rel = 'rel="noopener noreferrer nofollow ugc" target="_blank"';
    expect(clean('<a href="HTTP://Example.com/a b?c=1&d=2" rel="opener" target="_self">x</a>')).toBe(
      `<a href="http://example.com/a%20b?c=1&amp;d=2" ${rel}>x</a>`,
    );
    expect(clean('<a href="mailto:us@duet.test">x</a>')).toBe(`<a href="mailto:us@duet.test" ${rel}>x</a>`);
    expect(clean('<a href="example.com">x</a>')).toBe(`<a ${rel}>x</a>`);
  });

  it('leaves out sizes that are not whole numbers, and what is too long of a description', () => {
    const most = limits.altText.maxChars;
    const { html } = cleanHtml(
      `<img src="/media/photos/a.jpg" width="10px" height="about 10"><img src="/media/photos/b.jpg" alt="${'a'.repeat(most + 1)}">`,
      pathOf,
    );
    expect(html).toBe(
      `<img src="/media/photos/a.jpg" alt=""><img src="/media/photos/b.jpg" alt="${'a'.repeat(most)}">`,
    );
  });

  it('keeps pictures of our own media, as plain paths, with alt and whole sizes', () => {
    const { html, images } = cleanHtml(
      '<img src="/media/photos/a.jpg" title="t" height=" 20 " width="10" alt="&quot;us&quot; <3"><img src="x.png">',
      pathOf,
    );
    expect(html).toBe('<img src="/media/photos/a.jpg" alt="&quot;us&quot; &lt;3" width="10" height="20">');
    expect(images).toEqual(['photos/a.jpg']);
  });

  it('stores NFC without controls and bidi overrides, also where entities hid them', () => {
    expect(clean('<p>s\u0326&#x74;&#x326; a\u0007b&#x202e;c&#8294;d\r\ne</p>')).toBe(
      '<p>ș\u021b abcd\ne</p>',
    );
  });

  it('refuses more than 5,000 nodes, a depth of more than 50 and signs that become too long', () => {
    const faultOf = (html: string) => {
      try {
        clean(html);
        return null;
      } catch (error) {
        return error instanceof Failure ? [error.code, error.details.fields] : error;
      }
    };
    const refused = ['INVALID', { content: 'contentTooComplex' }];
    expect(faultOf('<br>'.repeat(5000))).toBeNull();
    expect(faultOf('<br>'.repeat(5001))).toEqual(refused);
    expect(faultOf('<b>'.repeat(50))).toBeNull();
    expect(faultOf('<b>'.repeat(51))).toEqual(refused);
    expect(faultOf('<div>'.repeat(500_000))).toEqual(refused);
    // A sign is written as `&amp;`, and there may be 100 KB of them.
    expect(faultOf('&'.repeat(20_480))).toBeNull();
    expect(faultOf('&'.repeat(20_481))).toEqual(['TOO_LARGE', { content: 'contentTooLong' }]);
  });

  it('refuses more than 100 KB', () => {
    const store = (html: string) => cleanContent(html, pathOf);
    const letters = 100 * 1024 - '<p></p>'.length;
    expect(Buffer.byteLength(store(`<p>${'a'.repeat(letters)}</p>`).content)).toBe(100 * 1024);
    expect(() => store(`<p>${'a'.repeat(letters + 1)}</p>`)).toThrow(
      expect.objectContaining({ code: 'TOO_LARGE', details: { fields: { content: 'contentTooLong' } } }),
    );
  });
});
