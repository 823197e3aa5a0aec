import { useLayoutEffect } from 'react';

/**
 * Tells the sheet around a form whether it holds words that closing would lose. Before anything else is pressed: Escape that
 * follows at once asks as well.
 */
export function useUnsaved(unsaved: boolean, onUnsaved: (unsaved: boolean) => void): void {
  useLayoutEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
}
