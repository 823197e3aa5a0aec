/** What two people's messages have in common: their ids in order. */
export const threadOf = (one: string, other: string): string =>
  one < other ? `${one}:${other}` : `${other}:${one}`;
