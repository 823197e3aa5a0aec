import type { User } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import { listUsers } from '../accounts/users.ts';
import type { Context } from '../platform/context.ts';
import { writeAnswer } from './answer.ts';
import { readArguments, requireArguments } from './arguments.ts';
import type { Terminal } from './command.ts';
import { withSite } from './site.ts';

export const help = `npm run duet -- user list [--admins] [--deleted] [--json]

Lists the people of the site, the newest first. Works beside a running server.

  --admins   only those who are admins
  --deleted  with deleted accounts
  --json     as JSON: a list of id, username, displayName, email, role, created_at and deleted`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(words, {
    admins: { type: 'boolean' },
    deleted: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  requireArguments(positionals, []);
  const people = await withSite((context) => everybody(context, values));
  const data = people.map(({ _id: id, username, displayName, email, role, created_at, deleted }) => ({
    ...{ id, username, displayName, email, role, created_at, deleted },
  }));
  writeAnswer(terminal, { lines: linesOf(people), data }, values.json);
}

async function everybody(
  context: Context,
  { admins, deleted }: { readonly admins?: boolean; readonly deleted?: boolean },
): Promise<User[]> {
  const query = {
    limit: limits.users.maxPageSize,
    includeDeleted: deleted ?? false,
    onlyDeleted: false,
    role: admins ? ('admin' as const) : undefined,
  };
  const people: User[] = [];
  for (let page = 1; ; page += 1) {
    const { users, pagination } = await listUsers(context, { ...query, page });
    people.push(...users);
    if (!pagination.hasNextPage) return people;
  }
}

function linesOf(people: readonly User[]): string[] {
  const admins = people.filter(({ role, deleted }) => role === 'admin' && !deleted).length;
  const width = Math.max(0, ...people.map(({ username }) => username.length));
  const lines = people.map(({ username, displayName, email, role, created_at, deleted }) =>
    [
      username.padEnd(width),
      role.padEnd(5),
      `since ${created_at.slice(0, 10)}`,
      email ?? 'no email',
      ...(displayName ? [displayName] : []),
      ...(deleted ? ['deleted'] : []),
    ].join('  '),
  );
  return [...lines, `${people.length} accounts, ${admins} active admins.`];
}
