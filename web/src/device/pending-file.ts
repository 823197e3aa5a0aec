let file: File | null = null;

/** A file picked on one screen for the next one, in memory only. */
export const pendingFile = {
  put: (picked: File): void => {
    file = picked;
  },
  /** The file, once. */
  take: (): File | null => {
    const taken = file;
    file = null;
    return taken;
  },
};
