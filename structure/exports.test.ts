import { describe, expect, it } from 'vitest';
import { exportedIn, namesTaken, unusedExports } from './exports.ts';
import { filesBelow, isCode } from './files.ts';

describe('the reader of exports', () => {
  it('sees what is declared', () => {
    const text = [
      'export const a = 1;',
      'export async function b() {}',
      'export abstract class C {}',
      'export interface D {}',
      'export type E = 1;',
      'const f = 1;',
      '// export const g = 1;',
    ].join('\n');
    expect(exportedIn(text)).toEqual(['a', 'b', 'C', 'D', 'E']);
  });

  it('sees what is taken', () => {
    const text = "import x, { a, type B, c as d } from './one.ts';\nexport type { E } from './two.ts';";
    expect([...namesTaken(text)].map(([from, names]) => [from, [...names]])).toEqual([
      ['./one.ts', ['a', 'B', 'c']],
      ['./two.ts', ['E']],
    ]);
  });

  it('sees which members of a namespace another file names', () => {
    const namespace = ['contract/src/limits.ts', 'contract/src/limits-of-subjects.ts'];
    const unused = (...others: string[]) =>
      unusedExports(['contract/src/limits-of-subjects.ts'], new Set([...namespace, ...others]));
    const username = 'contract/src/limits-of-subjects.ts: username';
    const caption = 'contract/src/limits-of-subjects.ts: caption';
    expect(unused()).toEqual(expect.arrayContaining([username, caption]));
    const besideRules = unused('contract/src/accounts/rules.ts');
    expect(besideRules).toContain(caption);
    expect(besideRules).not.toContain(username);
  });
});

/** One file a command, loaded by its words; a type for the row of each table; and what a program of text imports. */
const byConvention =
  /^(server\/src\/cli\/[\w-]+\.ts: (help|run)|demo\/seed\.ts: help|server\/src\/platform\/db\/(schema|migrations)\/.*|server\/test\/take-backup\.ts: .*)$/;

/** Types in the signature of what their file exports. */
const ofSignatures = new Set([
  'server/src/platform/config/mail-settings.ts: MailFrom',
  'server/src/platform/http/cached-rows.ts: Shared',
  'server/src/posts/store.ts: FeedPage',
  'server/test/client.ts: Result',
  'server/test/cache/act.ts: Answered',
]);

it.each(['bench/', 'contract/', 'demo/', 'e2e/', 'scripts/', 'server/', 'structure/', 'web/'])(
  '%s exports nothing that no other file names',
  (folder) => {
    const unused = unusedExports([folder], new Set(filesBelow().filter(isCode)));
    expect(unused.filter((each) => !byConvention.test(each) && !ofSignatures.has(each))).toEqual([]);
  },
);
