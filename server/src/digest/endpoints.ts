import type { digestEndpoints } from '@duet/contract/digest/endpoints';
import type { Digest } from '@duet/contract/digest/shapes';
import { requireSession } from '../accounts/account.ts';
import { sendsMail } from '../mail/mail.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Handlers, Viewer } from '../platform/http/handler.ts';
import { isoTime } from '../platform/iso-time.ts';
import { currentSite } from '../platform/site/settings.ts';
import { deleteReader, insertReader, isReader } from './store.ts';
import { unsubscribe } from './unsubscribe.ts';
import { nextWeek } from './week.ts';

async function show(context: Context, userId: string): Promise<Digest> {
  const { timeZone } = await currentSite(context);
  return {
    weekly: await isReader(context.db.read, userId),
    next: sendsMail(context) ? isoTime(nextWeek(context.clock.now(), timeZone)) : null,
  };
}

async function choose(context: Context, viewer: Viewer, weekly: boolean): Promise<Digest> {
  if (weekly && !sendsMail(context)) throw new Failure('WRONG_STATE');
  await context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    if (weekly) await insertReader(tx, viewer.id, context.clock.now());
    else await deleteReader(tx, viewer.id);
  });
  return show(context, viewer.id);
}

export const digestHandlers: Handlers<typeof digestEndpoints> = {
  'digest.show': async (context, { viewer }) => ({ data: await show(context, viewer.id) }),
  'digest.choose': async (context, { viewer, body }) => ({
    data: await choose(context, viewer, body.weekly),
  }),
  'digest.unsubscribe': async (context, { query }) => {
    await unsubscribe(context, query.token);
    return { data: {} };
  },
};
