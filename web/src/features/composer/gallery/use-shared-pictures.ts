import { useEffect, useRef } from 'react';
import { takeSharedFiles } from '../../../device/shared-files.ts';

/** Adds the pictures that were shared with the installed app from elsewhere on the phone. */
export function useSharedPictures(add: (files: readonly File[]) => Promise<void>): void {
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    void takeSharedFiles().then((files) => {
      if (files.length > 0) void latest.current(files);
    });
  }, []);
}
