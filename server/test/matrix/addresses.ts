import { pathOf } from '../../src/media/storage-path.ts';
import { draft, gallery, upload } from '../posts.ts';
import type { Fixtures } from './fixtures.ts';
import type { Kind } from './kinds.ts';
import { marks } from './secrets.ts';

/** An address that is no call of the contract, and what it is answered with. */
export interface Address {
  readonly name: string;
  readonly path: string;
  /** Statuses that may be. */
  answered(kind: Kind, isPrivate: boolean): readonly number[];
}

const always =
  (...statuses: number[]) =>
  () =>
    statuses;

/** Who reads the site: everybody on an open one; dead tokens are no reason to keep from somebody what is public. */
const isReader = ({ dead, role, scope }: Kind): boolean =>
  !dead && role !== 'guest' && (scope === null || scope === 'read');

/** Pages are the same for everybody; whoever is asked for more than that is asked for a token. */
export async function addressesOf(fixtures: Fixtures): Promise<Address[]> {
  const { ioana } = fixtures;
  const [open, hidden, unfinished] = [
    await gallery(ioana, 1, { caption: marks.post }),
    await gallery(ioana),
    await draft(ioana, 'gallery'),
  ];
  const ofDraft = await upload(ioana, unfinished);
  await ioana.call('posts.update', {
    params: { id: hidden._id },
    body: { adminOnlyVisibility: true, caption: marks.hiddenPost },
  });
  const state = { public: open.mediaUrls[0], hidden: hidden.mediaUrls[0], draft: ofDraft.url };
  const file = (of: keyof typeof state): string => `/media/${pathOf(state[of] ?? '', null)}`;
  const posts = {
    public: open._id,
    hidden: hidden._id,
    draft: unfinished,
    deleted: await fixtures.post('deleted', ioana, false),
    missing: await fixtures.post('missing', ioana, false),
  };
  const tokens = ({ dead, role, scope }: Kind): number[] | null => {
    if (dead) return [401];
    if (role === 'guest') return [401];
    return scope === null ? null : [403];
  };
  return [
    ...Object.entries(posts).map(([name, id]) => ({
      name: `page of a ${name} post`,
      path: `/post/${id}`,
      answered: always(200, 404, 503),
    })),
    {
      name: 'file of a public post',
      path: file('public'),
      answered: (_, isPrivate) => [isPrivate ? 404 : 200],
    },
    { name: 'file of a hidden post', path: file('hidden'), answered: always(404) },
    { name: 'file of a draft', path: file('draft'), answered: always(404) },
    {
      name: 'file with a foreign signature',
      path: `${file('hidden')}?e=4102444800&u=${ioana.id}&s=${'A'.repeat(43)}`,
      answered: always(404),
    },
    ...['/feed.atom', '/feed.json', `/feed.json?key=${ioana.id}.${'A'.repeat(43)}`].map((path) => ({
      name: 'feed',
      path,
      answered: (kind: Kind, isPrivate: boolean) => {
        if (kind.dead) return [401];
        if (kind.scope !== null && kind.scope !== 'read') return [403];
        return [isReader(kind) || !isPrivate ? 200 : 401];
      },
    })),
    {
      name: 'export',
      path: '/api/users/me/export',
      answered: (kind) => tokens(kind) ?? [kind.proved ? 200 : 403],
    },
    {
      name: 'unknown path of admins',
      path: '/api/admin/nothing',
      answered: (kind) => {
        if (kind.dead || kind.role === 'guest') return [401];
        if (kind.scope) return [kind.scope === 'admin' ? 404 : 403];
        return [kind.role === 'admin' ? 404 : 403];
      },
    },
    ...['/healthz', '/readyz', '/robots.txt', '/'].map((path) => ({
      name: path,
      path,
      answered: always(200, 404, 503),
    })),
  ];
}

/** Other ways to write the path of a call: none leads past what the call itself asks of whom. */
export const detoursOf = (path: string): string[] => [
  `${path}/`,
  `/${path}`,
  path.replace('/api/', '/API/'),
  path.replace('/api/', '/api//'),
  path.replace('/api/', '/api/./'),
  path.replace('/api/', '/x/../api/'),
  path.replace('/api/', '/%61pi/'),
  path.replace('/api/', '/api%2F'),
  `${path}%00`,
  `${path};x=1`,
  `${path}?_method=GET`,
];
