/** How many of the app's files are kept: a few versions of it. */
const mostAssets = 200;

/** One of the app's own files, named by its content. */
export const isAsset = ({ pathname }: Pick<URL, 'pathname'>): boolean => pathname.startsWith('/assets/');

/** A path that the app itself answers, not the server. */
export const isShellPath = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  !/^\/(api|media|cleanup|healthz|readyz|metrics)(\/|$)/.test(pathname) && !/\.\w+$/.test(pathname);

/** The page of a single post. */
export const isPostPath = ({ pathname }: Pick<URL, 'pathname'>): boolean => pathname.startsWith('/post/');

/** What is over the limit, the oldest first, and nothing that is in use. */
export const excess = <Kept>(
  kept: readonly Kept[],
  isUsed: (file: Kept) => boolean = () => false,
): readonly Kept[] => kept.filter((file) => !isUsed(file)).slice(0, Math.max(0, kept.length - mostAssets));
