import { filesBelow, isTest, textOf } from './files.ts';

interface Requirement {
  readonly id: string;
  readonly text: string;
}

/** The ids that a test file names in square brackets, and where: `[AUTH-30]`, `[AUTH-30, AUTH-31]`, `[SHELL-41..58]`. */
export function taggedIn(text: string): string[] {
  const code = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(/\[([A-Z]{2,5}-\d[^\]\n]*)\]/g)].flatMap((match) => idsOf(match[1] ?? ''));
}

function idsOf(tag: string): string[] {
  let group = '';
  return tag.split(/\s*,\s*/).flatMap((part) => {
    const match = /^(?:([A-Z]{2,5})-)?(\d+)(?:\.\.(?:[A-Z]{2,5}-)?(\d+))?$/.exec(part);
    if (!match) return [part];
    group = match[1] ?? group;
    const [first, last] = [Number(match[2]), Number(match[3] ?? match[2])];
    return Array.from(
      { length: last - first + 1 },
      (_, n) => `${group}-${String(first + n).padStart(2, '0')}`,
    );
  });
}

function table(path: string): unknown {
  return JSON.parse(textOf(path));
}

/** Every requirement that is built so far, in the order of the specification. */
export function requirements(): Requirement[] {
  const groups = table('structure/requirements.json') as Record<string, Record<string, string>>;
  return Object.values(groups).flatMap((group) => Object.entries(group).map(([id, text]) => ({ id, text })));
}

/** The ids that no test can hold, each with the reason. */
export function explained(): Record<string, string> {
  return table('structure/explained.json') as Record<string, string>;
}

/** Which test files name an id. */
export function testsById(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of filesBelow().filter(isTest)) {
    for (const id of new Set(taggedIn(textOf(file)))) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}

/** What is asked for and neither tested nor explained. */
export function untested(): Requirement[] {
  const [tests, reasons] = [testsById(), explained()];
  return requirements().filter(({ id }) => !tests.has(id) && !(id in reasons));
}
