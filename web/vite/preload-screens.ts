import type { Plugin, Rolldown } from 'vite';

/** Screens that people come to from elsewhere, by how their addresses begin. */
const screens: Readonly<Record<string, RegExp>> = {
  '/post/': /\/src\/screens\/PostDetailScreen\.tsx$/,
  '/login': /\/src\/screens\/LoginScreen\.tsx$/,
};

/**
 * Asks for the code of a screen together with the app instead of after it. The page names that of every such screen;
 * the server leaves in what belongs to the address that is asked for.
 */
export function preloadScreens(): Plugin {
  return {
    name: 'duet:preload-screens',
    apply: (_, { command }) => command === 'build' && !process.env.VITE_API_BASE,
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle, chunk: app }) => {
        const chunks = Object.values(bundle ?? {}).filter((part) => part.type === 'chunk');
        const there = new Set([app?.fileName, ...(app?.imports ?? [])]);
        return Object.entries(screens).flatMap(([route, file]) => {
          const screen = chunks.find(({ moduleIds }) => moduleIds.some((id) => file.test(id)));
          if (!screen) throw new Error(`The screen of ${route} was not built.`);
          const parts = withImports(screen, chunks).filter(({ fileName }) => !there.has(fileName));
          const styles = parts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
          const link = (attrs: Record<string, string>) => ({
            tag: 'link',
            attrs: { ...attrs, 'data-address': route },
            injectTo: 'head' as const,
          });
          return [
            ...parts.map(({ fileName }) => link({ rel: 'modulepreload', href: `/${fileName}` })),
            ...styles.map((fileName) =>
              // As Vite asks for it, or it is asked for twice.
              link({ rel: 'preload', as: 'style', crossorigin: '', href: `/${fileName}` }),
            ),
          ];
        });
      },
    },
  };
}

/** A chunk and all that it imports at once, without what loads later. */
function withImports(
  chunk: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
): readonly Rolldown.OutputChunk[] {
  const found = new Set([chunk]);
  for (const part of found) {
    for (const one of chunks) if (part.imports.includes(one.fileName)) found.add(one);
  }
  return [...found];
}
