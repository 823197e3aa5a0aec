import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cleanupConfirmation, mediaDirectories } from './constants.ts';
import { after, directoriesQuery, mediaCleanup, mediaDirectory, mediaStats } from './shapes.ts';

export const cleanupEndpoints = {
  'cleanup.mediaStats': endpoint({
    method: 'GET',
    path: '/cleanup/media-cleanup/stats',
    access: 'admin',
    does: 'How many files lie in each folder of media, and how large they are.',
    query: z.object({ after }),
    data: mediaStats,
  }),
  'cleanup.mediaPreview': endpoint({
    method: 'GET',
    path: '/cleanup/media-cleanup/preview',
    access: 'admin',
    does: 'The files that nothing refers to and that are older than 24 hours, and what deleting them would free.',
    query: z.object({ directories: directoriesQuery, after }),
    data: mediaCleanup,
  }),
  'cleanup.mediaExecute': endpoint({
    method: 'POST',
    path: '/cleanup/media-cleanup/execute',
    access: 'admin',
    does: 'Looks for such files again and deletes them; answers what was really removed.',
    body: z.object({
      directories: z
        .array(mediaDirectory, 'fieldRequired')
        .min(1, 'fieldRequired')
        .max(mediaDirectories.length, 'fieldInvalid'),
      confirm: z.literal(cleanupConfirmation, 'fieldInvalid'),
      after,
    }),
    data: mediaCleanup,
  }),
};
