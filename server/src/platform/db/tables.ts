import type { OperationNode } from 'kysely';

/**
 * The tables that a statement names, wherever in it. Of raw SQL every word counts as one: a word too many costs a look,
 * a table too few would be a mistake.
 */
export function tablesIn(node: OperationNode): Set<string> {
  const found = new Set<string>();
  collect(node, found);
  return found;
}

const words = /[a-z_]+/gi;

function collect(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const each of value) collect(each, found);
    return;
  }
  if (value === null || typeof value !== 'object') return;
  const node = value as Readonly<Record<string, unknown>>;
  if (node.kind === 'TableNode') {
    const { table } = node as unknown as { table: { identifier: { name: string } } };
    found.add(table.identifier.name);
    return;
  }
  // A value is data, whatever it looks like.
  if (node.kind === 'ValueNode' || node.kind === 'PrimitiveValueListNode') return;
  if (node.kind === 'RawNode') {
    const { sqlFragments } = node as unknown as { sqlFragments: readonly string[] };
    for (const fragment of sqlFragments) for (const word of fragment.match(words) ?? []) found.add(word);
  }
  for (const key in node) collect(node[key], found);
}
