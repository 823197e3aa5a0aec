/** A person by both names, as every entity carries them. */
export interface PersonNames {
  readonly username: string;
  /** Empty where the person has chosen none; absent from what a device kept before there were any. */
  readonly displayName?: string | undefined;
}

/** The name to show of a person: the display name, else the username (decisions §8). */
export const shownName = ({ username, displayName }: PersonNames): string => displayName || username;
