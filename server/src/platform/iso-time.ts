/** A time of the database (whole milliseconds since 1970) as it stands in answers: ISO 8601, UTC. */
export const isoTime = (time: number): string => new Date(time).toISOString();
