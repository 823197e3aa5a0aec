import { limits } from '@duet/contract/limits';

/** The filter buttons of the user management (product.md §2). */
export const peopleFilters = ['all', 'today', 'recent', 'admins', 'deleted'] as const;
export type PeopleFilter = (typeof peopleFilters)[number];

/** What is asked of the list; `createdAfter` is fixed when the filter is chosen, so that a page fits the next. */
export interface PeopleQuery {
  readonly search: string;
  readonly filter: PeopleFilter;
  readonly page: number;
  /** ISO 8601; for the two filters by date. */
  readonly createdAfter: string | undefined;
}

/** From when on somebody has to be here: the admin's local midnight, or 72 hours ago. */
export function createdAfter(filter: PeopleFilter, now = new Date()): string | undefined {
  if (filter === 'today') return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
  if (filter === 'recent')
    return new Date(now.getTime() - limits.users.recentHours * 60 * 60 * 1000).toISOString();
  return undefined;
}

/** The search, filter and page that an address asks for; what makes no sense is as if it were not there. */
export function parsePeopleQuery(parameters: URLSearchParams): Omit<PeopleQuery, 'createdAfter'> {
  const page = Number(parameters.get('page') ?? 1);
  return {
    search: (parameters.get('search') ?? '').trim().slice(0, limits.email.maxChars),
    filter: peopleFilters.find((filter) => filter === parameters.get('filter')) ?? 'all',
    page: Number.isInteger(page) && page >= 1 && page <= limits.users.maxPage ? page : 1,
  };
}

/** The query of GET /api/users, as product.md §7 has it. */
export function listQuery({ search, filter, page, createdAfter: since }: PeopleQuery) {
  return {
    page,
    limit: limits.users.pageSize,
    search,
    includeDeleted: true,
    createdAfter: since,
    role: filter === 'admins' ? 'admin' : undefined,
    onlyDeleted: filter === 'deleted' ? true : undefined,
  };
}
