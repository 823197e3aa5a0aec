/** The folders of stored files. */
export const mediaDirectories = ['photos', 'videos', 'profile'] as const;

/** What a deletion has to be confirmed with, letter for letter. */
export const cleanupConfirmation = 'DELETE_UNUSED_MEDIA' as const;
