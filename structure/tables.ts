import { filesBelow, textOf } from './files.ts';

const schemaFolder = 'server/src/platform/db/schema/';

/** Which noun owns each table: that of its schema file, `platform/db/schema/<noun>.ts`. */
export function ownersOfTables(): ReadonlyMap<string, string> {
  return new Map(
    filesBelow(schemaFolder).flatMap((file) => {
      const noun = file.slice(schemaFolder.length).replace(/\.ts$/, '');
      const tables = /export interface \w+Tables \{([^}]*)\}/.exec(textOf(file))?.[1] ?? '';
      return [...tables.matchAll(/^\s*(\w+):/gm)].map(([, table = '']) => [table, noun] as const);
    }),
  );
}

/** A place that writes a table. `table` is null where it is chosen while the program runs. */
interface TableWrite {
  readonly table: string | null;
  readonly line: number;
}

/** In the words of Kysely: `.updateTable('posts')`. */
const builder = /\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*(?:(['"`])([^'"`]*)\1)?/g;
/** In raw SQL, in upper or lower case. */
const raw =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|merge\s+into|delete\s+from|update(?=\s+(?:only\s+)?["\w.$]+(?:\s+(?:as\s+)?\w+)?\s+set\b)(?:\s+only)?)\s+(?:("?)([\w.]+)\1|\$\{)/gi;

/** Every insert, update and delete in a text of TypeScript. Comments are left out. */
export function writesIn(text: string): TableWrite[] {
  const blank = (comment: string) => comment.replaceAll(/[^\n]/g, ' ');
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/^\s*\/\/.*$/gm, blank);
  return [builder, raw].flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => ({
      table: match[2]?.split(/[\s.]/).at(pattern === raw ? -1 : 0) ?? null,
      line: code.slice(0, match.index).split('\n').length,
    })),
  );
}
