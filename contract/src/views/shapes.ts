import { z } from 'zod';
import { limits } from '../limits.ts';
import { postType } from '../posts/shapes.ts';
import { id } from '../schemas.ts';

export const viewsBody = z.object({
  postIds: z.array(id, 'fieldRequired').min(1, 'fieldRequired').max(limits.views.maxPerCall, 'fieldInvalid'),
  /** A post's type by its id; for the reader of a log, it changes nothing. */
  postTypes: z.record(z.string(), postType, 'fieldInvalid').optional(),
  /** A guest's: a random id that their device keeps. Whoever is signed in is known by their token instead. */
  viewerId: z
    .string('fieldInvalid')
    .min(1, 'fieldInvalid')
    .max(limits.views.viewerIdChars, 'fieldTooLong')
    .optional(),
});
export type ViewsBody = z.output<typeof viewsBody>;
