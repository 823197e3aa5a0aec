import { dirname, join } from 'node:path';
import { textOf } from './files.ts';

export interface Import {
  /** The file that imports. */
  readonly from: string;
  /** What stands in the quotes. */
  readonly specifier: string;
  /** The project's file that is meant; null for packages, Node's own modules and files that are no code. */
  readonly to: string | null;
}

const statement =
  /(?:^|[;}\s])(?:import|export)\s+(?:type\s+)?(?:[\w*{}$,\s]+?\s+from\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*[,)]/g;

/** All imports of a file: static, re-exporting, type-only and dynamic ones. Comments are left out. */
export function importsIn(file: string, files: ReadonlySet<string>, text = textOf(file)): Import[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(statement)].map((match) => {
    const specifier = match[1] ?? match[2] ?? '';
    return { from: file, specifier, to: resolve(file, specifier, files) };
  });
}

function resolve(file: string, specifier: string, files: ReadonlySet<string>): string | null {
  const path = specifier.replace(/\?.*$/, '');
  const base = path.startsWith('.')
    ? join(dirname(file), path)
    : path.startsWith('@duet/contract/')
      ? path.replace('@duet/contract/', 'contract/src/')
      : null;
  if (base === null) return null;
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`];
  return candidates.find((candidate) => files.has(candidate)) ?? null;
}

/** Every group of files that reach themselves through imports. */
export function cyclesIn(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) if (to) next.set(from, [...(next.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  // Tarjan's strongly connected components.
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.get(file) ?? 0);
    stack.push(file);
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) visit(to);
      if (stack.includes(to)) low.set(file, Math.min(low.get(file) ?? 0, low.get(to) ?? 0));
    }
    if (low.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || next.get(file)?.includes(file)) cycles.push(group.sort());
  };
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
