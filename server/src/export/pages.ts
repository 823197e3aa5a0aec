import type { Window } from './store.ts';

const pageSize = 200;

/** Every row of a list, a page at a time, so that no more than one page is ever in memory. */
export async function* pagesOf<Row extends { readonly id: string }>(
  read: (window: Window) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = ''; ; ) {
    const rows = await read({ after, limit: pageSize });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}
