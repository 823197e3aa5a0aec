import type { UserRow } from '../../platform/db/schema/accounts.ts';

/**
 * A text as display names are searched: without regard to case and accents, in every script. SQLite knows the cases of
 * ASCII only.
 */
export const searchable = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The columns of a display name. */
export const displayNameColumns = (name: string): Pick<UserRow, 'display_name' | 'display_name_search'> => ({
  display_name: name,
  display_name_search: searchable(name),
});
