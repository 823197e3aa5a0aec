import { z } from 'zod';
import { isoTime } from '../schemas.ts';

export const chooseDigestBody = z.object({ weekly: z.boolean('fieldInvalid') });

/** Whether the person gets a mail each week of what was posted. */
export const digest = z.object({
  weekly: z.boolean(),
  /** When the next one is due; null where the site sends no mail. */
  next: isoTime.nullable(),
});
export type Digest = z.output<typeof digest>;
