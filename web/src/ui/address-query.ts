import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

interface AddressQuery {
  /** The parameters of this page's address. */
  readonly parameters: URLSearchParams;
  /**
   * Sets parameters, or removes those that are null: what is the default stands in no address. It becomes an entry of the
   * history, so that Back undoes it; `replace` puts it in the place of the present one.
   */
  readonly change: (parameters: Readonly<Record<string, string | null>>, how?: 'push' | 'replace') => void;
}

/**
 * The query of the address of the page at `path`, as state: a reload, a link and Back keep it. A page stays in the
 * document behind others, whose address is not its own; until one is back at it, its last one holds.
 */
export function useAddressQuery(path: string): AddressQuery {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const last = useRef('');
  if (pathname === path) last.current = search;
  const own = last.current;
  const parameters = useMemo(() => new URLSearchParams(own), [own]);
  const change = useCallback<AddressQuery['change']>(
    (changes, how = 'push') => {
      const next = new URLSearchParams(last.current);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      const text = next.toString();
      if (text === new URLSearchParams(last.current).toString()) return;
      navigate({ pathname: path, search: text && `?${text}` }, { replace: how === 'replace' });
    },
    [path, navigate],
  );
  return { parameters, change };
}
