import { describe, expect, it } from 'vitest';
import { filesBelow, isCode, isTest } from './files.ts';
import { cyclesIn, type Import, importsIn } from './imports.ts';

const files = new Set(filesBelow().filter(isCode));
const imports = [...files].flatMap((file) => importsIn(file, files));
const ofProduct = imports.filter(({ from }) => !isTest(from));

/** `a/b.ts → c/d.ts`, for a message that says where to look. */
const named = (found: readonly Import[]) =>
  found.map(({ from, to, specifier }) => `${from} → ${to ?? specifier}`);
const below = (folder: string) => ofProduct.filter(({ from }) => from.startsWith(folder));

describe('the reader of imports', () => {
  const read = (text: string) =>
    importsIn('web/src/a.ts', new Set(['web/src/b.ts', 'contract/src/posts/shapes.ts']), text).map(
      ({ to }) => to,
    );

  it('sees every kind of import', () => {
    const b = "'./b.ts'";
    const found = ['web/src/b.ts'];
    expect(read(`import ${b};`)).toEqual(found);
    expect(read(`import type { B } from ${b};`)).toEqual(found);
    expect(read(`import b, {\n  type B,\n  c as d,\n} from ${b};`)).toEqual(found);
    expect(read(`export * from ${b};`)).toEqual(found);
    expect(read(`const b = await import(${b});`)).toEqual(found);
    expect(read(`let b: import(${b}).B;`)).toEqual(found);
    expect(read(`import { x } from ${"'@duet/contract/posts/shapes'"};`)).toEqual([
      'contract/src/posts/shapes.ts',
    ]);
    expect(read(`// import ${b};\n/* import ${b}; */`)).toEqual([]);
  });

  it('finds a cycle, through a type as well', () => {
    const edges = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['d', 'a'],
    ].map(([from = '', to = '']) => ({ from, to, specifier: to }));
    expect(cyclesIn(edges)).toEqual([['a', 'b', 'c']]);
    expect(cyclesIn(edges.slice(1))).toEqual([]);
  });
});

describe('imports', () => {
  it('make no cycle', () => {
    expect(cyclesIn(imports)).toEqual([]);
  });

  it('lead to files that are there', () => {
    const lost = imports.filter(
      ({ specifier, to }) =>
        to === null && /^(\.|@duet\/)/.test(specifier) && !/\.(css|svg|json|png|woff2)(\?|$)/.test(specifier),
    );
    expect(named(lost)).toEqual([]);
  });

  it('of the contract are zod and the contract', () => {
    const others = below('contract/src/').filter(
      ({ to, specifier }) => !(to?.startsWith('contract/src/') || specifier === 'zod'),
    );
    expect(named(others)).toEqual([]);
  });

  it('between the workspaces lead to the contract only', () => {
    const crossing = ofProduct.filter(({ from, to }) => {
      const [workspace, target] = [from.split('/')[0] ?? '', to?.split('/')[0] ?? ''];
      return (
        ['server', 'web', 'e2e', 'bench'].includes(workspace) &&
        ['server', 'web', 'demo'].includes(target) &&
        target !== workspace
      );
    });
    expect(named(crossing)).toEqual([]);
  });
});

describe('imports of the server', () => {
  /** Each noun may import those before it in a line; one that is in no line imports no other noun's rules. */
  const lines = [
    ['accounts', 'media', 'uploads', 'posts', 'comments', 'activity', 'cleanup'],
    ['accounts', 'media', 'posts', 'views'],
    ['accounts', 'messages', 'events'],
    ['accounts', 'media', 'posts', 'comments', 'activity', 'events'],
    ['accounts', 'push', 'posts', 'comments'],
    ['accounts', 'push', 'messages'],
    ['accounts', 'push', 'joining'],
    ['accounts', 'posts', 'export'],
    ['accounts', 'backup', 'dashboard'],
    ['accounts', 'audit'],
    ['mail', 'accounts'],
    ['mail', 'site'],
    ['mail', 'joining'],
    ['mail', 'accounts', 'posts', 'digest'],
    ['mail', 'dashboard'],
    ['mail', 'accounts', 'second-steps', 'passkeys'],
    ['accounts', 'media', 'site', 'events'],
    ['accounts', 'posts', 'about'],
    ['accounts', 'media', 'backup', 'activity'],
  ];
  /** A rule over a noun's table that queries of every noun use. It imports nothing but the platform, so it closes no cycle. */
  const conditions = new Set(['server/src/posts/public-posts.ts']);
  const above = new Set(['main.ts', 'app.ts', 'context.ts', 'services.ts', 'jobs.ts', 'cli']);
  const roomOf = (path: string) => path.split('/')[2] ?? '';
  const inside = below('server/src/').filter(({ to }) => to?.startsWith('server/src/'));
  const between = inside.filter(
    ({ from, to }) => roomOf(from) !== roomOf(to ?? '') && !conditions.has(to ?? ''),
  );
  const isNoun = (room: string) => room !== 'platform' && !above.has(room) && !room.endsWith('.ts');

  it('lead from the platform to no noun', () => {
    expect(named(between.filter(({ from }) => roomOf(from) === 'platform'))).toEqual([]);
  });

  it('of a condition lead to the platform alone', () => {
    const of = ofProduct.filter(({ from }) => conditions.has(from));
    expect(named(of.filter(({ to }) => !to?.startsWith('server/src/platform/')))).toEqual([]);
    expect([...conditions].filter((file) => !files.has(file))).toEqual([]);
  });

  it('lead between nouns one way', () => {
    const known = new Set(lines.flat());
    const wrong = between.filter(({ from, to }) => {
      const [noun, target] = [roomOf(from), roomOf(to ?? '')];
      if (!isNoun(noun) || target === 'platform') return false;
      if (!known.has(noun) || !known.has(target)) return !isNoun(target);
      return !lines.some((line) => line.includes(target) && line.indexOf(target) < line.indexOf(noun));
    });
    expect(named(wrong)).toEqual([]);
    const rooms = between
      .filter(({ from, to }) => isNoun(roomOf(from)) && isNoun(roomOf(to ?? '')))
      .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to ?? ''), specifier: '' }));
    expect(cyclesIn(rooms)).toEqual([]);
  });

  it("never reach another noun's store or presenter", () => {
    const reached = between.filter(
      ({ from, to }) =>
        isNoun(roomOf(from)) &&
        isNoun(roomOf(to ?? '')) &&
        /\/(store|present)[^/]*\.ts$|\/(store|present)\//.test(to ?? ''),
    );
    expect(named(reached)).toEqual([]);
  });

  /** Bodies that pass between the socket and the disk before any rule sees them. */
  const edges = new Set(['media/receive-multipart.ts', 'media/upload-image.ts', 'media/serve.ts']);

  it('keep SQL in stores, HTTP in endpoints and the disk in the platform', () => {
    const wrong = below('server/src/').filter(({ from, specifier }) => {
      if (!isNoun(roomOf(from))) return false;
      const file = from.split('/').slice(3).join('/');
      if (edges.has(from.replace('server/src/', ''))) return false;
      // Its subject are the files of the data folder, the database among them.
      if (roomOf(from) === 'backup' && /^node:(fs|sqlite)/.test(specifier)) return false;
      if (/^(kysely|pg|node:sqlite)$/.test(specifier)) return !/(^|[/-])store/.test(file);
      if (/^(fastify|@fastify\/)/.test(specifier)) return !/(^|[/-])endpoints/.test(file);
      return /^(node:)?fs(\/promises)?$/.test(specifier);
    });
    expect(named(wrong)).toEqual([]);
  });
});

describe('imports of the web app', () => {
  const floors = [
    ['app'],
    ['screens'],
    ['features'],
    ['session'],
    ['api'],
    ['ui', 'i18n', 'native', 'device', 'theme', 'security', 'offline'],
  ];
  const roomOf = (path: string) => path.split('/')[2] ?? '';
  const floorOf = (path: string) => floors.findIndex((rooms) => rooms.includes(roomOf(path)));
  const inside = below('web/src/').filter(({ to }) => to?.startsWith('web/src/'));
  const isMain = (path: string) => /^web\/src\/[^/]+$/.test(path);

  it('lead downwards', () => {
    const upwards = inside.filter(({ from, to }) => !isMain(from) && floorOf(to ?? '') < floorOf(from));
    expect(named(upwards)).toEqual([]);
  });

  it('stay on floors that are named', () => {
    const rooms = new Set(
      [...files].filter((file) => file.startsWith('web/src/') && !isMain(file)).map(roomOf),
    );
    expect([...rooms].filter((room) => !floors.flat().includes(room))).toEqual([]);
  });

  it('between features lead through index.ts, never both ways', () => {
    const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
    const between = inside.filter(
      ({ from, to }) => featureOf(from) && featureOf(to ?? '') && featureOf(from) !== featureOf(to ?? ''),
    );
    expect(named(between.filter(({ to }) => !/\/index\.tsx?$/.test(to ?? '')))).toEqual([]);
    const features = between.map(({ from, to }) => ({
      from: featureOf(from) ?? '',
      to: featureOf(to ?? '') ?? '',
      specifier: '',
    }));
    expect(cyclesIn(features)).toEqual([]);
    const fromOutside = inside.filter(
      ({ from, to }) => !featureOf(from) && featureOf(to ?? '') && !/\/index\.tsx?$/.test(to ?? ''),
    );
    // What runs before the app, and what loads beside its first screen, takes single functions: an index would bring the
    // screens' code along.
    const beforeScreens = ['prefetch', 'live', 'back-online'].map((name) => `web/src/app/${name}.ts`);
    expect(named(fromOutside.filter(({ from }) => !beforeScreens.includes(from)))).toEqual([]);
  });
});
