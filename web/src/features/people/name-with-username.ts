import type { PersonNames } from '@duet/contract/accounts/shown-name';

/** How a sentence names a person among others: by the display name with the username, which is theirs alone. */
export const nameWithUsername = ({ username, displayName }: PersonNames): string =>
  displayName ? `${displayName} (@${username})` : username;
