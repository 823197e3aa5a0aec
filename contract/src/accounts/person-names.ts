import { z } from 'zod';

/** Both names of a person, for every entity that carries them; `displayName` is empty where none is chosen. */
export const personNames = { username: z.string(), displayName: z.string() } as const;
