import { textOf } from './files.ts';
import { importsIn } from './imports.ts';

const declared =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const clause = /(?:^|\n)(?:import|export)\s+(?:type\s+)?(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\}\s*)?from '([^']+)'/g;

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

/** The names that a file exports by declaring them. */
export const exportedIn = (text: string): string[] =>
  [...withoutComments(text).matchAll(declared)].map(([, name = '']) => name);

/** The names that a file takes from each specifier. */
export function namesTaken(text: string): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>();
  for (const [, , list = '', specifier = ''] of withoutComments(text).matchAll(clause)) {
    const names = list.split(',').map((each) =>
      each
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s+as\s.*$/s, ''),
    );
    const known = taken.get(specifier) ?? new Set();
    for (const name of names) if (name) known.add(name);
    taken.set(specifier, known);
  }
  return taken;
}

/** `file: name` of each export below the folders that no other file of the project names. */
export function unusedExports(folders: readonly string[], files: ReadonlySet<string>): string[] {
  const used = new Set<string>();
  for (const file of files) {
    const text = textOf(file);
    const taken = namesTaken(text);
    for (const { specifier, to } of importsIn(file, files, text)) {
      if (to === null) continue;
      for (const name of taken.get(specifier) ?? []) used.add(`${to}: ${name}`);
      // What is imported while running is used by names that stand further on.
      if (taken.has(specifier) && !text.includes(`import('${specifier}')`)) continue;
      for (const name of exportedIn(textOf(to))) if (text.includes(name)) used.add(`${to}: ${name}`);
    }
  }
  return [...files]
    .filter((file) => folders.some((folder) => file.startsWith(folder)))
    .flatMap((file) => exportedIn(textOf(file)).map((name) => `${file}: ${name}`))
    .filter((each) => !used.has(each));
}
