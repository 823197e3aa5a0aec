/** `GET`, for whoever is signed in: a zip of all that is theirs. No row of the table, because it answers no JSON. */
export const exportPath = '/api/users/me/export';

/** `duet-maria-2026-11-20.zip` */
export const exportFileName = (username: string, now: number): string =>
  `duet-${username}-${new Date(now).toISOString().slice(0, 10)}.zip`;
