/** The folders of stored files. */
export const mediaDirectories = ['photos', 'videos', 'profile'] as const;

/** What a deletion has to be confirmed with, letter for letter. */
export const cleanupConfirmation = 'DELETE_UNUSED_MEDIA' as const;

/**
 * Why a file is an orphan: nobody ever used the upload; what used it let go of it; the database does not know it at
 * all.
 */
export const orphanReasons = ['neverUsed', 'released', 'unknown'] as const;
export type OrphanReason = (typeof orphanReasons)[number];
