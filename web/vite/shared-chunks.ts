import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/**
 * Screens and parts that are opened together, by the name of the chunk in which comes what they and others share; a module
 * that two of these use is in the earlier one. Rolldown alone makes a chunk for every set of parts that shares something: a
 * signed-in person's page then asks for 72 files, most of less than a kilobyte, in place of 27.
 */
const openedTogether: readonly (readonly [name: string, parts: RegExp])[] = [
  // What guests open stays small.
  ['accent', /\/src\/theme\/accent\.ts$/],
  [
    'account',
    /\/src\/screens\/((Login|Register|Join|NewPassword|ForgottenPassword|ConfirmEmail|Unsubscribe|ClosedSite)Screen|account\/(SecondStep|PasskeySignIn))\.tsx$/,
  ],
  ['comments', /\/src\/features\/comments\/(CommentsSection|PostComments)\.tsx$/],
  ['about', /\/src\/(screens\/AboutScreen|features\/about\/beside\/Couple)\.tsx$/],
  // What is loaded for a signed-in person without being asked for (app/live.ts, app/preload.ts), and the people beside it.
  [
    'person',
    /\/src\/(screens\/(Messages|Profile|Person)Screen\.tsx|features\/(posts\/gallery\/GalleryViewer\.tsx|(messages\/follow|activity\/use-activity|site\/follow)\.ts))$/,
  ],
  ['admin', /\/src\/screens\/Admin\w*Screen\.tsx$/],
];

const main = fileURLToPath(new URL('../src/main.tsx', import.meta.url));

/** The groups of what several parts share, for the priorities from 6 downwards: Rolldown takes a negative one for the highest. */
export function sharedChunks(): Rolldown.CodeSplittingGroup[] {
  return openedTogether.map(([name, parts], index) => {
    let modules: ReadonlySet<string> | undefined;
    return {
      name: (id, graph) => {
        modules ??= modulesOf(parts, graph);
        return modules.has(id) ? name : null;
      },
      debugName: name,
      minShareCount: 2,
      priority: openedTogether.length - index,
    };
  });
}

/** What these parts import, directly or through others, and the start does not. */
function modulesOf(parts: RegExp, graph: ModuleGraph): ReadonlySet<string> {
  const imports = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  const laterImports = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const all = reachable([main], (id) => [...imports(id), ...laterImports(id)]);
  const entries = [...all].filter((id) => parts.test(id));
  const start = reachable([main], imports);
  return new Set([...reachable(entries, imports)].filter((id) => !start.has(id)));
}

/** These modules, and all that one comes to from them. */
function reachable(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const one of next(id)) found.add(one);
  return found;
}
