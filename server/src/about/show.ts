import type { About } from '@duet/contract/about/shapes';
import { limits } from '@duet/contract/limits';
import { htmlPolicyVersion } from '@duet/contract/posts/text/html-policy';
import { pictureUrl } from '../accounts/person.ts';
import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import type { SiteAboutRow } from '../platform/db/schema/about.ts';
import { entityTag } from '../platform/http/entity-tag.ts';
import { findAbout, findHosts } from './store.ts';
import { cleanStory } from './story.ts';

/** What the couple tells of itself, with the entity tag of what of it can be edited. */
export interface AboutVersion {
  readonly about: About;
  readonly entityTag: string;
}

/** `reads` may be a transaction that changed it. */
export async function showAbout(context: Context, reads: Reads): Promise<AboutVersion> {
  const row = await findAbout(reads);
  const people = (await findHosts(reads, limits.about.maxPeople)).map((person) => ({
    _id: person.id,
    username: person.username,
    displayName: person.display_name,
    profilePictureUrl: pictureUrl(person.picture_path),
  }));
  return { about: { people, story: currentStory(row), since: row.since }, entityTag: aboutTag(context, row) };
}

/** The story, cleaned again where an older version of the HTML policy has cleaned it (security.md §8). */
export const currentStory = ({ story, story_policy }: SiteAboutRow): string =>
  story === '' || story_policy === htmlPolicyVersion ? story : cleanStory(story);

export const aboutTag = ({ secrets }: Context, { story, since }: SiteAboutRow): string =>
  entityTag(secrets.pepper, [story, since]);
