export interface Source {
  /** Below `server/src`. */
  readonly path: string;
  readonly text: string;
}

/** What a source says by hand of a table, and where. */
interface Narrowing {
  /** File, function or row, table. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Of whom a writer says that its statement concerns them, and of which rows it is said that something cached tells. */
export const narrowingsIn = (source: Source): Narrowing[] => [...concernsIn(source), ...rowsIn(source)];

const concernsIn = ({ path, text }: Source): Narrowing[] =>
  [...text.matchAll(/tx\.concerns\(\s*'(\w+)'/g)].map((match) => ({
    name: `${path} ${lastName(text.slice(0, match.index), /function (\w+)/g)} ${match[1]}`,
    from: match.index,
    to: text.indexOf(';', match.index),
  }));

const rowsIn = ({ path, text }: Source): Narrowing[] =>
  [...text.matchAll(/narrowing: (?:\(.*\) => )?[({]/g)].flatMap((match) => {
    const from = match.index + match[0].length;
    const of = lastName(text.slice(0, match.index), /(?:'|function |const )([\w.]+)(?:': \{| = \(|\()/g);
    return [...text.slice(from, endOf(text, from)).matchAll(/\b([a-z_]+): /g)].map((each) => ({
      name: `${path} ${of} ${each[1]}`,
      from: from + each.index,
      to: from + each.index + each[0].length,
    }));
  });

const lastName = (text: string, pattern: RegExp): string => [...text.matchAll(pattern)].at(-1)?.[1] ?? '';

/** Where the bracket closes that stands before. */
function endOf(text: string, from: number): number {
  let open = 1;
  let at = from;
  while (open > 0 && at < text.length) {
    if ('([{'.includes(text[at] ?? '')) open += 1;
    if (')]}'.includes(text[at] ?? '')) open -= 1;
    at += 1;
  }
  return at;
}
