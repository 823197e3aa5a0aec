import { describe, expect, it } from 'vitest';
import { filesBelow, isCode, isTest, textOf } from './files.ts';

/** What the oldest browsers of web/README.md lack, and the first versions that have it. */
const lacking: readonly [name: string, code: RegExp][] = [
  ['Promise.withResolvers: Chrome 119, Safari 17.4', /\bPromise\.withResolvers\b/],
  ['Promise.try: Chrome 128, Firefox 134, Safari 18.2', /\bPromise\.try\b/],
  ['AbortSignal.any: Chrome 116, Safari 17.4', /\bAbortSignal\.any\b/],
  ['URL.canParse, URL.parse: Chrome 120 and 126, Safari 17 and 18', /\bURL\.(?:canParse|parse)\b/],
  ['groupBy: Chrome 117, Safari 17.4', /\b(?:Object|Map)\.groupBy\b/],
  ['Array.fromAsync: Chrome 121', /\bArray\.fromAsync\b/],
  [
    'methods of sets: Chrome 122, Safari 17',
    /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  ],
  [
    'methods of iterators: Chrome 122, Firefox 131, Safari 18.4',
    /\bIterator\.from\b|\.(?:values|keys|entries)\(\)\s*\.(?!next\b)\w|matchAll\([^()]*\)\s*\.\w/,
  ],
  [
    'the flag v of regular expressions: Chrome 112, Safari 17',
    /[^\s/.]\/[dgimsuy]*v[dgimsuy]*(?=[;,.)\]])|new RegExp\([^)]*, '[a-z]*v/,
  ],
  ['RegExp.escape: Chrome 136, Firefox 134, Safari 18.2', /\bRegExp\.escape\b/],
  ['Base64 and hex of bytes: Chrome 140, Firefox 133, Safari 18.2', /\.(?:fromBase64|toBase64|fromHex)\(/],
  ['requestClose of dialogs: Chrome 134, Firefox 139, Safari 18.4', /\.requestClose\(/],
];

const unsupported = (code: string): string[] =>
  lacking.flatMap(([name, pattern]) => (pattern.test(withoutComments(code)) ? [name] : []));

const withoutComments = (code: string): string => code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

describe('the oldest browsers', () => {
  it('are those of the native projects, named in one place', () => {
    const readme = textOf('web/README.md');
    const [, webView] = /minWebViewVersion: (\d+)/.exec(textOf('web/capacitor.config.ts')) ?? [];
    expect(readme).toContain(`Chrome and Android's web view ${webView}`);
    const targets = textOf('web/ios/App/App.xcodeproj/project.pbxproj').matchAll(
      /IPHONEOS_DEPLOYMENT_TARGET = ([\d.]+);/g,
    );
    const versions = new Set([...targets].map(([, version]) => version));
    expect([...versions].map((version) => readme.includes(`Safari and iOS ${version}`))).toEqual([true]);
  });

  it('have all that the app calls', () => {
    const found = ['web/src', 'contract/src']
      .flatMap(filesBelow)
      .filter((path) => isCode(path) && !isTest(path))
      .flatMap((path) => unsupported(textOf(path)).map((name) => `${path}: ${name}`));
    expect(found).toEqual([]);
  });

  it.each([
    'const { promise } = Promise.withResolvers<void>();',
    'fetch(url, { signal: AbortSignal.any([one, other]) });',
    'if (!URL.canParse(link)) return;',
    'const names = map.keys().map(String);',
    'for (const link of text.matchAll(links).map(first)) open(link);',
    String.raw`const emoji = /^\p{RGI_Emoji}$/v;`,
  ])('lack this: %s', (code) => expect(unsupported(code)).toHaveLength(1));

  it.each([
    '// In place of Promise.withResolvers.',
    '[...text.matchAll(links)].map(first)',
    "const path = '/post/v/1';",
    'const first = map.keys().next().value;',
    "import { a } from './v.ts';",
  ])('have this: %s', (code) => expect(unsupported(code)).toEqual([]));
});
