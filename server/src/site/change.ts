import { isAccent, nearestAccent } from '@duet/contract/site/accent';
import type { SiteChange, WholeSite } from '@duet/contract/site/shapes';
import { requireSession } from '../accounts/account.ts';
import { audit } from '../accounts/audit.ts';
import { setRefs } from '../media/attach.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import type { SiteSettingsRow } from '../platform/db/schema/site.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { iconSizes } from '../platform/images/images.ts';
import { settingsOf } from '../platform/site/settings.ts';
import { keepIcon, type StoredIcon } from './icon.ts';
import { pictureOf } from './picture.ts';
import { presentSite } from './show.ts';
import { findRow, updateRow } from './store.ts';

const owner = { type: 'site', id: 'site' } as const;

interface Change {
  readonly viewer: Viewer;
  readonly address: string;
  readonly wanted: SiteChange;
}

type Columns = Partial<Omit<SiteSettingsRow, 'id'>>;

/**
 * Changes the settings that are named and no others, so that two admins who change different ones both keep theirs.
 * Throws INVALID for an accent that does not read in both themes, with the nearest one that does in `data.suggestion`, and for
 * `joining` where the environment decides; MEDIA_GONE for a picture that is not there.
 */
export async function changeSite(context: Context, change: Change): Promise<WholeSite> {
  const { wanted, viewer } = change;
  requireAllowed(context, wanted);
  const icon = wanted.iconUrl ? await keepIcon(context, viewer, wanted.iconUrl) : null;
  const row = await context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const before = await findRow(tx);
    const columns = differing(before, {
      ...columnsOf(wanted),
      ...(await coverColumn(context, tx, wanted)),
      ...(await iconColumn(context, tx, wanted, icon)),
    });
    if (Object.keys(columns).length === 0) return before;
    await updateRow(tx, columns);
    await audit(context, tx, {
      actorId: viewer.id,
      action: 'site',
      subjectId: null,
      details: detailsOf(columns),
      address: change.address,
    });
    tx.afterCommit(() => context.realtime.publish({ type: 'site' }));
    return { ...before, ...columns };
  });
  return presentSite(settingsOf(row, context.config));
}

function requireAllowed({ config }: Context, { accent, joining }: SiteChange): void {
  if (accent !== undefined && !isAccent(accent)) {
    const suggestion = nearestAccent(accent);
    throw new Failure('INVALID', {
      fields: { accent: 'accentTooFaint' },
      values: { suggestion },
      top: { data: { suggestion } },
    });
  }
  if (joining !== undefined && config.registration !== null && joining !== config.registration) {
    throw new Failure('INVALID', { fields: { joining: 'joiningSetElsewhere' } });
  }
}

function columnsOf({ name, line, accent, language, timeZone, reading, joining }: SiteChange): Columns {
  const columns = { name, line, accent, language, time_zone: timeZone, reading, joining };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const differing = (before: SiteSettingsRow, columns: Columns): Columns =>
  Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => before[name as keyof SiteSettingsRow] !== value),
  );

async function coverColumn(context: Context, tx: Writes, { coverUrl }: SiteChange): Promise<Columns> {
  if (coverUrl === undefined) return {};
  const path = coverUrl === null ? null : pictureOf(context, coverUrl, 'coverUrl');
  await setRefs(context, tx, owner, 'cover', path === null ? [] : [{ path }]);
  return { cover_path: path };
}

async function iconColumn(
  context: Context,
  tx: Writes,
  { iconUrl }: SiteChange,
  icon: StoredIcon | null,
): Promise<Columns> {
  // The address of the icon that is set already changes nothing.
  if (iconUrl === undefined || (iconUrl !== null && icon === null)) return {};
  const files = icon ? iconSizes.map((size) => ({ mediaId: icon[size].id })) : [];
  await setRefs(context, tx, owner, 'icon', files);
  if (!icon) return { icon_paths: null };
  return { icon_paths: JSON.stringify(Object.fromEntries(iconSizes.map((size) => [size, icon[size].path]))) };
}

/** Which settings, and of those that are a choice what was chosen. */
function detailsOf({ reading, joining, ...others }: Columns): Readonly<Record<string, string>> {
  const changed = Object.keys({ ...others, ...(reading && { reading }), ...(joining && { joining }) });
  return { changed: changed.sort().join(', '), ...(reading && { reading }), ...(joining && { joining }) };
}
