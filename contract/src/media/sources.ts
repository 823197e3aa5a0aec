import { z } from 'zod';

/**
 * A picture in smaller sizes and a modern format, narrowest first, as `srcset` wants them: `${url} ${width}w`. The
 * widest is `limits.image.sourceWidthsPx`' largest or the picture's own width; `url` beside it stays the whole picture.
 * Absent where the picture moves or is no wider than the smallest size, for pictures from before there were any, and for
 * videos without a poster.
 */
export const pictureSources = z.array(
  z.object({
    /** Opens for the caller as the picture's own address does; signed where that is. */
    url: z.string(),
    /** Pixels. */
    width: z.number().int(),
    type: z.literal('image/webp'),
  }),
);
export type PictureSources = z.output<typeof pictureSources>;
