import { expect, it } from 'vitest';
import { textOf } from './files.ts';

/** In no group: the feed is part of the start, and these two share with others nothing that it does not have. */
const alone = ['FeedScreen', 'PostDetailScreen', 'NotFoundScreen'];

/** Screens that somebody who is not signed in may open, by the table of routes. */
function screensOfGuests(): string[] {
  const table = textOf('web/src/app/routes.tsx');
  const ofRoutes = [
    ...table.matchAll(/route\(\s*'[^']+',\s*'(?:all|signedOut)',\s*\(\) => import\('[^']*\/(\w+)\.tsx'\)/g),
  ];
  const ahead = [
    ...table.matchAll(/loadedScreen\(\(\) => (?:withAllTexts\()?import\('[^']*\/(\w+)\.tsx'\)/g),
  ];
  return [...ofRoutes, ...ahead].map(([, name = '']) => name);
}

it('what screens of guests share is in one file for those that are opened together', () => {
  const groups = textOf('web/vite/shared-chunks.ts');
  const screens = screensOfGuests();
  expect(screens).toContain('JoinScreen');
  expect(screens).toContain('LoginScreen');
  const named = [...groups.matchAll(/\/\\\/src\\\/(.+)\\\.tsx?\$\//g)].map(
    ([, parts]) => new RegExp(`^${parts}$`),
  );
  expect(named.length).toBeGreaterThan(3);
  const isGrouped = (screen: string) => named.some((parts) => parts.test(`screens/${screen}`));
  expect(screens.filter((screen) => !alone.includes(screen) && !isGrouped(screen))).toEqual([]);
});
