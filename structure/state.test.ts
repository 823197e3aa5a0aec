import { describe, expect, it } from 'vitest';
import { filesBelow, isCode, isTest, textOf } from './files.ts';

/**
 * Modules that are the whole of a process or thread of their own: what they keep at their top is that process's, which no
 * second one shares. Each is started by its path and imported by nobody.
 */
const entries: readonly string[] = [
  // The thread of one SQLite connection.
  'server/src/platform/db/dialect/sqlite-worker.ts',
];

/** Classes whose instances never change, or hold nothing but what is written beside them. */
const values = /^(URL|RegExp|Intl\.\w+|TextEncoder|TextDecoder|BlockList|Error|Date)$/;
const collections = /^(Map|Set|WeakMap|WeakSet)$/;

/** What a module keeps at its top that can change while it runs: the names, in the order in which they stand. */
function stateIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  // Biome indents all that is not at the top of a module.
  const variables = [...code.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name = '']) => name);
  const constants = [
    ...code.matchAll(/^(?:export )?const (\w+)(?:: [^=]+)? =\s+(?:new ([\w.]+)|(\[)|(\{))/gm),
  ].flatMap(([, name = '', made, array]) => {
    if (made && values.test(made)) return [];
    if (made && !collections.test(made)) return [name];
    const changes = array
      ? `${name}\\.(push|pop|shift|unshift|splice|sort|reverse|fill)\\(|${name}\\[[^\\]]+\\] [-+*/|&?]*= `
      : made
        ? `${name}\\.(set|add|delete|clear)\\(`
        : `\\b${name}(\\.\\w+|\\[[^\\]]+\\]) [-+*/|&?]*= `;
    return made?.startsWith('Weak') || new RegExp(`\\b${changes}`).test(code) ? [name] : [];
  });
  const statics = [
    ...code.matchAll(/^ {2}static (?!async |override )(?:readonly )?#?(\w+)(?:: [^=(]+)? = new /gm),
  ].map(([, name = '']) => name);
  return [...variables, ...constants, ...statics];
}

describe('the reader of state', () => {
  it('finds what can change, and nothing else', () => {
    expect(stateIn('let used = 0;')).toEqual(['used']);
    expect(stateIn('export let used = 0;')).toEqual(['used']);
    expect(stateIn('const known = new WeakMap<A, B>();')).toEqual(['known']);
    expect(stateIn('const cuts = new Map<string, Cut>();\ncuts.set(a, b);')).toEqual(['cuts']);
    expect(stateIn('const queue: string[] = [];\nqueue.push(a);')).toEqual(['queue']);
    expect(stateIn('const seen: Record<string, number> = {};\nseen[a] = 1;')).toEqual(['seen']);
    expect(stateIn('export const lock = new Semaphore({ concurrent: 1 });')).toEqual(['lock']);
    expect(stateIn('class A {\n  static readonly #all = new Map<string, A>();\n}')).toEqual(['all']);

    expect(stateIn("const names = new Set(['a']);\nif (names.has(a)) b();")).toEqual([]);
    expect(stateIn('const words = [a, b];\nfor (const word of words) c(word);')).toEqual([]);
    expect(stateIn("const at = new URL('.', import.meta.url);")).toEqual([]);
    expect(
      stateIn('function f() {\n  let used = 0;\n  const all = new Map();\n  all.set(1, used);\n}'),
    ).toEqual([]);
    expect(stateIn('class A {\n  static async open() {}\n}')).toEqual([]);
  });
});

describe('the server', () => {
  const files = filesBelow().filter(
    (path) => path.startsWith('server/src/') && isCode(path) && !isTest(path),
  );

  it('keeps no state in a module: services are made by context.ts and passed', () => {
    const found = files
      .filter((path) => !entries.includes(path))
      .flatMap((path) => stateIn(textOf(path)).map((name) => `${path}: ${name}`));
    expect(found).toEqual([]);
  });

  it('has no exception that is none', () => {
    expect(entries.filter((path) => !files.includes(path) || stateIn(textOf(path)).length === 0)).toEqual([]);
  });
});
