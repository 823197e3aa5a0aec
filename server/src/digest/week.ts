import { dayMs } from '@duet/contract/limits';

/** Mondays at eight, in the time of the site. */
const hour = 8;

/** How much the clocks of a time zone are ahead of UTC at a moment, in ms. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    ...{ hourCycle: 'h23', timeZone },
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(at / 1000) * 1000;
}

/** The moment at which the clocks of a time zone show `local` (as if it were UTC). */
const momentOf = (local: number, timeZone: string): number =>
  local - offsetAt(local - offsetAt(local, timeZone), timeZone);

/** A week whose mail is due. Moments in ms since 1970. */
export interface Week {
  /** The day of its Monday in the time of the site, `2026-11-23`: the same in every server, and after a change of the hour. */
  readonly name: string;
  /** When its mail is due; what was published before belongs to it. */
  readonly until: number;
  readonly from: number;
}

/** The latest Monday at eight that is not after `now`, in a time zone, with the week that ends then. */
export function latestWeek(now: number, timeZone: string): Week {
  const local = new Date(now + offsetAt(now, timeZone));
  const daysSinceMonday = (local.getUTCDay() + 6) % 7;
  const monday = (weeksAgo: number) =>
    Date.UTC(
      local.getUTCFullYear(),
      local.getUTCMonth(),
      local.getUTCDate() - daysSinceMonday - 7 * weeksAgo,
      hour,
    );
  const begun = momentOf(monday(0), timeZone) <= now ? 0 : 1;
  return {
    name: new Date(monday(begun)).toISOString().slice(0, 10),
    until: momentOf(monday(begun), timeZone),
    from: momentOf(monday(begun + 1), timeZone),
  };
}

/** When the next mail is due. */
export const nextWeek = (now: number, timeZone: string): number =>
  latestWeek(latestWeek(now, timeZone).until + 8 * dayMs, timeZone).until;
