import { postsEndpoints } from '@duet/contract/posts/endpoints';
import { attacks } from '@duet/contract/posts/text/html-attacks';
import {
  blockTags,
  droppedWithContent,
  inlineTags,
  linkRel,
  linkTarget,
} from '@duet/contract/posts/text/html-policy';
import type { Browser } from '@playwright/test';
import fc from 'fast-check';
import { bundled } from './harness/bundled.ts';
import type { Person } from './harness/duet.ts';
import { publishText, uploadImage } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

/** The same documents on every run. */
const seed = 20_261_122;
const cases = 150;

const letters = fc
  .array(fc.constantFrom('a', 'ș', 'Ț', '👍🏽', ' ', '&lt;', '&amp;', '"', 'x > y'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((pieces) => pieces.join(''));
const attributes = fc
  .array(
    fc.constantFrom(
      'onclick="alert(1)"',
      'style="position:fixed"',
      'class="x"',
      'id="y"',
      'data-z="1"',
      'aria-hidden="true"',
      'title="t"',
      'rel="opener"',
    ),
    { maxLength: 3 },
  )
  .map((list) => [...new Set(list)].map((attribute) => ` ${attribute}`).join(''));
const link = fc.constantFrom(
  'https://x.test/a?b=1&amp;c=2',
  'http://x.test/',
  'mailto:ana@x.test',
  'javascript:alert(1)',
  'data:text/html,x',
);
/**
 * Dropped with their content by DOMPurify as well. Of the others it keeps the text, which no stored text has any more;
 * what cannot stand in a body, or makes text of all that follows, is tried by the attacks.
 */
const dropped = droppedWithContent.filter((tag) =>
  [
    'script',
    'style',
    'svg',
    'math',
    'template',
    'xmp',
    'iframe',
    'noembed',
    'title',
    'audio',
    'video',
  ].includes(tag),
);

/** Well-formed HTML of tags that are allowed and others, with one picture of the site. */
function documents(picture: string): string[] {
  const image = fc
    .tuple(fc.constantFrom(picture, 'https://elsewhere.test/a.png', 'javascript:alert(1)'), attributes)
    .map(([src, more]) => `<img src="${src}" alt="us" width="30" height="20"${more}>`);
  const leaf = fc.oneof(
    letters,
    image,
    fc.constant('<br>'),
    fc.tuple(fc.constantFrom(...dropped), letters).map(([tag, text]) => `<${tag}>${text}</${tag}>`),
  );
  const element = (tag: string, inside: fc.Arbitrary<string>) =>
    fc.tuple(attributes, inside).map(([more, html]) => `<${tag}${more}>${html}</${tag}>`);
  const some = (inside: fc.Arbitrary<string>) =>
    fc.array(inside, { maxLength: 3 }).map((parts) => parts.join(''));
  const word = fc.oneof(
    leaf,
    ...[...inlineTags.filter((tag) => tag !== 'a'), 'font', 'mark', 'label'].map((tag) =>
      element(tag, some(leaf)),
    ),
  );
  const line = some(
    fc.oneof(
      { weight: 3, arbitrary: word },
      fc.tuple(link, some(leaf)).map(([href, html]) => `<a href="${href}">${html}</a>`),
    ),
  );
  const lists = ['ul', 'ol'].map((tag) => element(tag, some(element('li', line))));
  const paragraphs = [...blockTags.filter((tag) => !['ul', 'ol', 'li'].includes(tag)), 'h5'].map((tag) =>
    element(tag, line),
  );
  const block = fc.oneof(...paragraphs, ...lists, fc.constant('<hr>'));
  const outer = fc.oneof(block, ...['div', 'section', 'blockquote'].map((tag) => element(tag, some(block))));
  return fc.sample(
    fc.array(outer, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    { numRuns: cases, seed },
  );
}

/** What the server stores of each; null where it refuses to. */
async function storedOf(admin: Person, sources: readonly string[]): Promise<(string | null)[]> {
  const { data } = await admin.api.call(postsEndpoints['posts.draft'], { body: { postType: 'richText' } });
  const params = { id: data.postId };
  const stored: (string | null)[] = [];
  for (const content of sources) {
    const { body } = await admin.api.attempt(postsEndpoints['posts.update'], { params, body: { content } });
    stored.push(body.success ? body.data.post.content : null);
  }
  return stored;
}

interface Shown {
  /** As the browser would show it without cleaning: links and headings as the app writes them. */
  readonly plain: string;
  /** As the app shows it. */
  readonly clean: string;
}

/** Reads HTML in a page that holds nothing but the app's own cleaning. */
async function shownOf(browser: Browser, sources: readonly string[]): Promise<Shown[]> {
  const page = await browser.newPage();
  try {
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto('http://clean.test/');
    await page.addScriptTag({ content: await bundled('features/posts/text/clean-html.ts', 'app') });
    return await page.evaluate((sources) => {
      const { cleanFragment } = (
        globalThis as unknown as { app: { cleanFragment(html: string): DocumentFragment } }
      ).app;
      /** Pictures from elsewhere are left out by the app where it shows a text; addresses of its own may be signed. */
      const settle = (fragment: DocumentFragment) => {
        for (const image of fragment.querySelectorAll('img')) {
          const url = new URL(image.getAttribute('src') ?? '', location.href);
          if (url.origin === location.origin && url.pathname.startsWith('/media/')) {
            image.setAttribute('src', url.pathname);
          } else image.remove();
        }
        fragment.normalize();
      };
      const write = (node: Node): string => {
        if (!(node instanceof Element)) {
          return node instanceof Text
            ? node.data.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
            : [...node.childNodes].map(write).join('');
        }
        const name = node.localName.replace(/^h[1-6]$/, 'heading');
        const attributes = [...node.attributes].map((one) => ` ${one.name}="${one.value}"`).sort();
        return `<${name}${attributes.join('')}>${[...node.childNodes].map(write).join('')}</${name}>`;
      };
      return sources.map((html) => {
        const template = document.createElement('template');
        template.innerHTML = html;
        const cleaned = cleanFragment(html);
        settle(template.content);
        settle(cleaned);
        return { plain: write(template.content), clean: write(cleaned) };
      });
    }, sources);
  } finally {
    await page.close();
  }
}

test('server and browser clean HTML by one policy', async ({ duet, browser }) => {
  const admin = await duet.admin();
  const { url } = await uploadImage(admin);
  // What nothing refers to any more would be deleted between two cases.
  await publishText(admin, `<p>kept</p><img src="${url}">`);
  // The parser of HTML moves an `xmp` out of its paragraph, before anybody cleans it.
  const generated = documents(url).filter((html) => !html.includes('<xmp'));
  const sources = [...generated, ...attacks];
  const stored = await storedOf(admin, sources);
  const answered = stored.flatMap((html, at) => (html === null ? [] : [{ html, source: sources[at] ?? '' }]));
  expect(stored.slice(0, generated.length).filter((html) => html === null)).toEqual([]);
  expect(answered.length).toBeGreaterThan(cases + 50);

  const ofStored = await shownOf(
    browser,
    answered.map(({ html }) => html),
  );
  const ofSource = await shownOf(browser, sources);

  // Whatever the server lets through is shown whole: the browser takes nothing away and adds nothing.
  const changed = ofStored.flatMap(({ plain, clean }, at) =>
    plain === clean ? [] : [{ source: answered[at]?.source, plain, clean }],
  );
  expect(changed.slice(0, 3)).toEqual([]);
  // Of HTML that no parser has to mend, the browser alone makes what the server makes.
  const differing = generated.flatMap((source, at) =>
    ofSource[at]?.clean === ofStored[at]?.clean
      ? []
      : [{ source, server: ofStored[at]?.clean, browser: ofSource[at]?.clean }],
  );
  expect(differing.slice(0, 3)).toEqual([]);
  expect(ofStored.map(({ clean }) => clean).join('')).toContain(`rel="${linkRel}" target="${linkTarget}"`);
});
