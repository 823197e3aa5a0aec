import { Duet } from '../../../e2e/harness/duet.ts';
import { startServer } from '../../../e2e/harness/server.ts';
import { ModuleGraph } from './module-graph.ts';
import { planted } from './plants.ts';
import type { Site } from './run.ts';
import { pageNames } from './tab.ts';

/** A real server with its people, and the app's modules; `plant` names a fault that is put into them. */
export async function openSite(plant?: string): Promise<Site & AsyncDisposable> {
  await using opening = new AsyncDisposableStack();
  const graph = opening.use(await ModuleGraph.open([...pageNames], plant ? [planted(plant)] : []));
  const server = await startServer('sqlite');
  opening.defer(() => server.dispose());
  const duet = new Duet(server);
  const people = {
    ana: await duet.admin(),
    ben: await duet.otherAdmin('ben'),
    vera: await duet.person('vera'),
  };
  const parts = opening.move();
  return { graph, duet, server, people, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
