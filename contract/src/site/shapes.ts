import { z } from 'zod';

/** Who may read (decisions §8). */
export const reading = z.enum(['everybody', 'members', 'invited']);

/** How an account comes to be (decisions §8). `closed`: an admin makes it. */
export const joining = z.enum(['open', 'invitation', 'approval', 'closed']);

export const site = z.object({ name: z.string(), reading, joining });
export type Site = z.output<typeof site>;
