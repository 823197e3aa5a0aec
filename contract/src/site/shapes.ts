import { z } from 'zod';
import { language } from '../accounts/shapes.ts';
import { limits } from '../limits.ts';
import { plainText } from '../plain-text.ts';
import { checkedText } from '../schemas.ts';
import { accentFault, siteNameFault, timeZoneFault } from './rules.ts';

/** Who may read (decisions §8). */
const reading = z.enum(['everybody', 'members', 'invited'], 'fieldInvalid');
export type Reading = z.output<typeof reading>;

/** How an account comes to be (decisions §8). `closed`: an admin makes it. */
const joining = z.enum(['open', 'invitation', 'approval', 'closed'], 'fieldInvalid');
export type Joining = z.output<typeof joining>;

/** What a guest knows of a site that not everybody reads. */
const guestSite = z.object({
  name: z.string(),
  /** `#rrggbb`. */
  accent: z.string(),
  coverUrl: z.string().nullable(),
  iconUrl: z.string().nullable(),
  reading,
  joining,
});

/** The settings of the site; the optional ones are missing for a guest of a site that not everybody reads. */
export const site = guestSite.extend({
  line: z.string().optional(),
  /** What first-time visitors see; null: what their browser asks for. */
  language: language.nullable().optional(),
  /** A name of the IANA time zone database. */
  timeZone: z.string().optional(),
});
export type Site = z.output<typeof site>;

export const wholeSite = site.required();
export type WholeSite = z.output<typeof wholeSite>;

/** What `DUET_REGISTRATION` says, which wins over `joining`; null where it is not set. */
export const registration = z.enum(['open', 'closed']).nullable();

export const requireSecondStepBody = z.object({ required: z.boolean('fieldInvalid') });

/** The address of an uploaded picture; empty or null for none. */
const picture = z
  .string('fieldInvalid')
  .max(2000, 'fieldTooLong')
  .nullable()
  .transform((address) => address || null);

export const changeSiteBody = z
  .object({
    name: checkedText(siteNameFault).transform((text) => text.trim()),
    line: plainText(limits.site.lineChars).refine((text) => !text.includes('\n'), 'fieldInvalid'),
    accent: checkedText(accentFault).transform((text) => text.toLowerCase()),
    coverUrl: picture,
    iconUrl: picture,
    language: language.nullable(),
    timeZone: checkedText(timeZoneFault),
    reading,
    joining,
  })
  .partial();
export type SiteChange = z.output<typeof changeSiteBody>;
