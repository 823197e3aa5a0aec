import type { Context } from '../context.ts';
import { currentSite, isOpen, type SiteSettings } from '../site/settings.ts';
import { granteeOf } from './grantee.ts';
import type { Viewer } from './handler.ts';

/** Makes of an answer what a person gets of it on a site that not everybody reads. */
export type ForMember = <T>(context: Context, site: SiteSettings, grantee: string, answer: T) => T;

/** The answer as this person gets it. */
export async function answerFor<T>(
  context: Context,
  viewer: Viewer | null,
  answer: T,
  forMember: ForMember | undefined,
): Promise<T> {
  if (!viewer || !forMember) return answer;
  const site = await currentSite(context);
  return isOpen(site) ? answer : forMember(context, site, granteeOf(viewer), answer);
}
