/** Where a message that is being written to somebody stays on this device. */
export const draftKey = (userId: string, partnerId: string): string =>
  `duet.draft.message.${userId}.${partnerId}`;
