import { describe, expect, it } from 'vitest';
import { createdAfter, listQuery, parsePeopleQuery } from './filter.ts';

const base = { search: '', page: 1, createdAfter: undefined } as const;

describe('the list of people asks', () => {
  it('always for a page of 50, deleted ones included [USERS-62, USERS-63, USERS-64, USERS-65]', () => {
    expect(listQuery({ ...base, filter: 'all', search: 'ana', page: 3 })).toEqual({
      page: 3,
      limit: 50,
      search: 'ana',
      includeDeleted: true,
      createdAfter: undefined,
      role: undefined,
      onlyDeleted: undefined,
    });
  });

  it('for admins or deleted ones only by their own words [USERS-68, USERS-69]', () => {
    expect(listQuery({ ...base, filter: 'admins' })).toMatchObject({ role: 'admin', onlyDeleted: undefined });
    expect(listQuery({ ...base, filter: 'deleted' })).toMatchObject({ role: undefined, onlyDeleted: true });
  });

  it('for today from the local midnight on [USERS-66]', () => {
    const now = new Date(2026, 10, 20, 17, 35);
    expect(createdAfter('today', now)).toBe(new Date(2026, 10, 20).toISOString());
  });

  it('for three days as 72 hours, across a change of the clocks too [USERS-67]', () => {
    const now = new Date('2026-10-26T12:00:00.000Z');
    expect(createdAfter('recent', now)).toBe('2026-10-23T12:00:00.000Z');
    expect(createdAfter('all', now)).toBeUndefined();
  });
});

describe('the address of the list', () => {
  const asked = (query: string) => parsePeopleQuery(new URLSearchParams(query));

  it('says what is looked for', () => {
    expect(asked('')).toEqual({ search: '', filter: 'all', page: 1 });
    expect(asked('filter=deleted&search=+ana+&page=3')).toEqual({
      search: 'ana',
      filter: 'deleted',
      page: 3,
    });
  });

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=1e9', 'page=x', 'page=', 'filter=nobody', 'filter='])(
    'falls back where %s makes no sense',
    (query) => {
      expect(asked(query)).toEqual({ search: '', filter: 'all', page: 1 });
    },
  );

  it('looks for no more than the server takes', () => {
    expect(asked(`search=${'x'.repeat(1000)}`).search).toHaveLength(254);
  });
});
