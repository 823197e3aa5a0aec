import type { AboutChange } from '@duet/contract/about/shapes';
import { hourMs } from '@duet/contract/limits';
import { htmlPolicyVersion } from '@duet/contract/posts/text/html-policy';
import { requireSession } from '../accounts/account.ts';
import { audit } from '../accounts/audit.ts';
import type { Context } from '../platform/context.ts';
import type { SiteAboutRow } from '../platform/db/schema/about.ts';
import { Failure } from '../platform/failure.ts';
import { changedMeanwhile, type IfMatch, isMatch } from '../platform/http/entity-tag.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { type AboutVersion, aboutTag, showAbout } from './show.ts';
import { findAbout, updateAbout } from './store.ts';
import { cleanStory } from './story.ts';

interface Change {
  readonly viewer: Viewer;
  readonly address: string;
  readonly wanted: AboutChange;
  readonly ifMatch: IfMatch;
}

type Columns = Partial<Pick<SiteAboutRow, 'story' | 'since'>>;

/**
 * Writes what is named and nothing else. Throws INVALID for a day that has not come yet, INVALID or TOO_LARGE for a story that
 * cannot be stored, and CHANGED_MEANWHILE where the condition does not hold, with what stands there now. What stands there as it
 * is sent is answered as saved all the same: the answer to the first try may have been lost (RFC 9110, 13.1.1).
 */
export async function changeAbout(context: Context, change: Change): Promise<AboutVersion> {
  const columns = columnsOf(context, change.wanted);
  return context.db.write(async (tx) => {
    await requireSession(tx, change.viewer);
    const before = await findAbout(tx);
    const names = (['since', 'story'] as const).filter(
      (name) => columns[name] !== undefined && columns[name] !== before[name],
    );
    if (names.length === 0) return showAbout(context, tx);
    if (!isMatch(change.ifMatch, aboutTag(context, before))) {
      const { about, entityTag } = await showAbout(context, tx);
      throw changedMeanwhile({ about }, entityTag);
    }
    await updateAbout(tx, {
      ...columns,
      ...(columns.story === undefined ? {} : { story_policy: htmlPolicyVersion }),
    });
    await audit(context, tx, {
      actorId: change.viewer.id,
      action: 'site',
      subjectId: null,
      details: { changed: names.join(', ') },
      address: change.address,
    });
    tx.afterCommit(() => context.realtime.publish({ type: 'site' }));
    return showAbout(context, tx);
  });
}

function columnsOf({ clock }: Context, { story, since }: AboutChange): Columns {
  // Somewhere on earth it is tomorrow already.
  if (since && Date.parse(since) > clock.now() + 14 * hourMs) {
    throw new Failure('INVALID', { fields: { since: 'calendarDayAhead' } });
  }
  return {
    ...(story === undefined ? {} : { story: cleanStory(story) }),
    ...(since === undefined ? {} : { since }),
  };
}
