// What a change touches, for `npm test -- --changed`: which suites have to run, and which of their tests.
import { execFileSync } from 'node:child_process';
import { Fault, root } from './project.mjs';

/**
 * Browser tests that look at a noun of the product, by the beginning of their names. A test that stands with no noun looks at
 * several, and runs whatever of the product has changed.
 */
const specsOfNoun = {
  accounts: ['accounts', 'guards', 'people', 'profile'],
  activity: ['activity'],
  audit: ['audit'],
  cleanup: ['cleanup'],
  comments: ['comments'],
  composer: ['discard', 'draft', 'gallery', 'pictures-real', 'rich-text', 'video'],
  dashboard: ['dashboard'],
  export: ['export'],
  media: ['gallery', 'pictures-real', 'profile-photo', 'video', 'viewer'],
  messages: ['live', 'messages', 'thread'],
  notifications: ['push'],
  people: ['people'],
  posts: ['feed', 'gallery', 'post', 'rich-text', 'touch', 'video', 'viewer'],
  push: ['push'],
  uploads: ['video'],
  views: ['views'],
};

/** A file of a noun, on whichever floor. */
const ofNoun = /^(?:contract\/src|server\/src|web\/src\/features)\/([^/]+)\//;

/**
 * The files that differ from a commit, those that git does not track yet among them, as paths from the project's folder.
 * @param {string} since
 * @returns {string[]}
 */
export function changedFiles(since) {
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  try {
    const lines = [
      ...git('diff', '--name-only', '--merge-base', since),
      ...git('ls-files', '--others', '--exclude-standard'),
    ];
    return [...new Set(lines)].sort();
  } catch {
    throw new Fault(`git knows no ${since} here. Name a commit: npm test -- --changed --since=HEAD~3`);
  }
}

/**
 * The words for the runner of a suite that a change has to be held against; null where the change cannot matter to it.
 * @param {{ name: string }} suite
 * @param {string[]} files from `changedFiles`
 * @param {string} since
 * @returns {string[] | null}
 */
export function wordsFor({ name }, files, since) {
  const touches = (/** @type {RegExp} */ pattern) => files.some((file) => pattern.test(file));
  if (files.length === 0) return null;
  if (['types', 'lint', 'structure'].includes(name)) return [];
  // Packages, runners and settings can matter to everything.
  if (touches(/^(package(-lock)?\.json|tsconfig[^/]*|scripts\/)|\/(package\.json|vitest\.config\.ts)$/))
    return [];
  if (name === 'contract') return touches(/^contract\//) ? [] : null;
  const vitestWords = [`--changed=${since}`, '--passWithNoTests'];
  if (name === 'web') return touches(/^(web|contract)\//) ? vitestWords : null;
  if (name === 'demo') return touches(/^(demo|server|contract)\//) ? vitestWords : null;
  if (name === 'faults') return touches(/^(web|server|contract|e2e\/harness)\//) ? [] : null;
  if (name.startsWith('server-')) return touches(/^(server|contract)\//) ? vitestWords : null;
  const words = browserWords(files);
  return words && words.length > 0 ? [...words, '--pass-with-no-tests'] : words;
}

/** @param {string[]} files */
function browserWords(files) {
  const product = files.filter((file) => /^(contract|server|web)\//.test(file) && !/\.test\.ts$/.test(file));
  const tests = files.filter((file) => file.startsWith('e2e/'));
  if (tests.some((file) => /^e2e\/(harness|tours)\/|config\.ts$/.test(file))) return [];
  const nouns = product.map((file) => ofNoun.exec(file)?.[1] ?? '');
  if (nouns.some((noun) => !(noun in specsOfNoun))) return [];
  const changed = tests.filter((file) => file.endsWith('.spec.ts')).map((file) => file.slice('e2e/'.length));
  if (product.length === 0) return changed.length > 0 ? changed : null;
  const others = [
    ...new Set(
      Object.entries(specsOfNoun)
        .filter(([noun]) => !nouns.includes(noun))
        .flatMap(([, names]) => names),
    ),
  ];
  const wanted = nouns.flatMap((noun) => specsOfNoun[/** @type {keyof typeof specsOfNoun} */ (noun)]);
  const left = others.filter((name) => !wanted.some((one) => name.startsWith(one)));
  // Everything but what stands with other nouns alone.
  const named = `/e2e/(?!(?:${left.join('|')})[^/]*\\.spec)`;
  return [...changed.map((file) => `/e2e/${file}`), named];
}
