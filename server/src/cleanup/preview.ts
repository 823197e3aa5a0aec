import type { Context } from '../platform/context.ts';
import { Findings } from './findings.ts';
import { walkOrphans } from './orphans.ts';
import { scanMs, type Walk } from './stored-files.ts';

/** What one scan of the files found, and where the next one goes on. */
export interface Scan {
  readonly found: Findings;
  readonly next: string | undefined;
}

/** Looks for orphans, as far as the time allows. Changes nothing, and nothing is deleted because of it. */
export async function findOrphans(context: Context, walk: Walk): Promise<Scan> {
  const until = context.clock.now() + scanMs;
  const found = new Findings();
  for await (const { orphans, last } of walkOrphans(context, walk)) {
    found.add(orphans);
    if (context.clock.now() > until) return { found, next: last };
  }
  return { found, next: undefined };
}
