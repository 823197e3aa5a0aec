import type { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { User } from '@duet/contract/accounts/shapes';
import type { Data, Parsed } from '@duet/contract/endpoint';
import { refusedAddresses } from '../mail/mail.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isoTime } from '../platform/iso-time.ts';
import { requireAccount } from './account.ts';
import { isActive } from './active-account.ts';
import { presentProfile, presentUser } from './present.ts';
import { type Account, countVisiblePosts, listAccounts } from './store.ts';
import { userTag } from './user-tag.ts';

type List = (typeof accountsEndpoints)['accounts.users'];
type Profile = Data<(typeof accountsEndpoints)['accounts.user']>['user'];

/** A page of people, newest first. `onlyDeleted` outdoes `includeDeleted`. */
export async function listUsers(context: Context, query: Parsed<List>['query']): Promise<Data<List>> {
  const { page, limit } = query;
  const filter = {
    search: query.search?.trim() ?? '',
    deleted: query.onlyDeleted ? 'only' : query.includeDeleted ? 'with' : 'without',
    waiting: query.onlyWaiting ?? false,
    role: query.role ?? null,
    createdFrom: query.createdAfter === undefined ? null : Date.parse(query.createdAfter),
  } as const;
  const { accounts, total } = await listAccounts(context.db.scan, filter, {
    offset: (page - 1) * limit,
    limit,
  });
  const refused = await refusedAddresses(
    context.db.read,
    accounts.map(({ email }) => email),
  );
  const withMail = (account: Account): User => {
    const { at, answer } = refused.get(account.email ?? '') ?? {};
    const user = presentUser(account);
    return at === undefined ? user : { ...user, mailRefused: { at: isoTime(at), answer: answer ?? '' } };
  };
  const totalPages = Math.max(1, Math.ceil(total / limit));
  return {
    users: accounts.map(withMail),
    pagination: {
      currentPage: page,
      totalPages,
      totalUsers: total,
      hasPreviousPage: page > 1,
      hasNextPage: page < totalPages,
      limit,
    },
  };
}

/**
 * Somebody's public facts, with the entity tag for those who may change the account: it would tell others when the
 * password changes. A deleted person, and one who waits, is there for admins only.
 */
export async function showUser(
  context: Context,
  viewer: Viewer,
  id: string,
): Promise<{ readonly user: Profile; readonly entityTag: string | null }> {
  const account = await requireAccount(context.db.read, id);
  if (!isActive(account) && viewer.role !== 'admin') throw new Failure('USER_NOT_FOUND');
  const posts = await countVisiblePosts(context.db.read, id);
  const inFull = viewer.role === 'admin' || viewer.id === id;
  return {
    user: presentProfile(account, posts, inFull),
    entityTag: inFull ? await userTag(context, context.db.read, account) : null,
  };
}
