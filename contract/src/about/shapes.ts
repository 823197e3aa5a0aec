import { z } from 'zod';
import { checkedText } from '../schemas.ts';
import { calendarDayFault } from './rules.ts';

/** One of those whose site it is: its admins, in the order in which they came. */
const host = z.object({
  _id: z.string(),
  username: z.string(),
  displayName: z.string(),
  profilePictureUrl: z.string().nullable(),
});

export const about = z.object({
  people: z.array(host),
  /** Clean HTML without pictures; empty where nothing has been written. */
  story: z.string(),
  /** The day since when they are together, `yyyy-mm-dd`. */
  since: z.string().nullable(),
});
export type About = z.output<typeof about>;

export const changeAboutBody = z
  .object({
    story: z.string('fieldInvalid'),
    since: checkedText(calendarDayFault).nullable(),
  })
  .partial();
export type AboutChange = z.output<typeof changeAboutBody>;
