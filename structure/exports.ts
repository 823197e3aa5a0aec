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

const namespace = /^export \* as (\w+) from '([^']+)'/gm;

/** The names of modules that are exported whole under a name, as `name.member`, with the file that each is of. */
function namespacesOf(files: ReadonlySet<string>): Map<string, string> {
  const members = new Map<string, string>();
  for (const file of files) {
    const text = textOf(file);
    const imports = importsIn(file, files, text);
    for (const [, name, from] of withoutComments(text).matchAll(namespace)) {
      const to = imports.find(({ specifier }) => specifier === from)?.to;
      if (to)
        for (const member of exportedIn(textOf(to))) members.set(`${name}.${member}`, `${to}: ${member}`);
    }
  }
  return members;
}

/** `file: name` of each export below the folders that no other file of the project names. */
export function unusedExports(folders: readonly string[], files: ReadonlySet<string>): string[] {
  const used = new Set<string>();
  const members = namespacesOf(files);
  for (const file of files) {
    const text = textOf(file);
    for (const [path] of text.matchAll(/\b\w+\.\w+\b/g)) {
      const member = members.get(path);
      if (member) used.add(member);
    }
    const taken = namesTaken(text);
    const whole = new Set([...text.matchAll(namespace)].map(([, , from]) => from));
    for (const { specifier, to } of importsIn(file, files, text)) {
      // Who exports a module whole uses none of its members.
      if (to === null || whole.has(specifier)) continue;
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
