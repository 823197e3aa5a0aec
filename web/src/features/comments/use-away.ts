import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Ways that lead back to where one was. */
const detours = ['/login', '/register', '/setup-profile'];

/**
 * Whether the person has gone to another page than the one that the sheet was opened on. For signing in it only
 * steps aside, and is there again afterwards; any other page closes it.
 */
export function useAway(open: boolean, onClose: () => void): boolean {
  const { pathname } = useLocation();
  const home = useRef(pathname);
  if (!open) home.current = pathname;
  const away = pathname !== home.current;
  const gone = away && !detours.includes(pathname);
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  return away;
}
