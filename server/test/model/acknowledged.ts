import { Client } from '../client.ts';
import { Person, password } from '../harness.ts';
import { type PlainDatabase, recount } from './recount.ts';
import type { TextClient } from './text-client.ts';
import type { Visitor } from './visitor.ts';
import { whenNotBusy } from './when-not-busy.ts';

/** The smallest picture there is. */
export const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The account that sets up a site. */
export async function firstAdmin(url: string, printed: string): Promise<Person> {
  const setupCode = /setup=([\w-]{43})/.exec(printed)?.[1] ?? '';
  const account = { username: 'ioana', email: 'ioana@example.org', password, setupCode };
  const { status, body } = await whenNotBusy(() =>
    new Client(url).call('accounts.register', { body: account }),
  );
  if (status !== 200) throw new Error(body.error);
  return new Person(url, body.data.token ?? '', body.data.user, password);
}

/** What people were told is there and is not, and what else is wrong. */
export async function wrong(
  dataDir: string,
  plain: PlainDatabase,
  people: readonly Visitor[],
  clients: readonly TextClient[],
): Promise<string[]> {
  const { faults, unclaimed, posts, refs } = await recount(dataDir, plain);
  const fault = (id: string, role: string, paths: readonly string[] | null): string | [] => {
    if (!posts.has(id)) return `${id} is lost`;
    const held = refs.get(id)?.get(role) ?? [];
    return paths === null || paths.join() === held.join()
      ? []
      : `${id} refers to ${held} and not to ${paths}`;
  };
  const broken = people.flatMap(({ posts: galleries, videos, gone }) => [
    ...[...galleries].flatMap(([id, paths]) => fault(id, 'gallery', paths)),
    ...[...videos].flatMap(([id, path]) => fault(id, 'video', [path])),
    ...[...gone].filter((id) => posts.has(id)).map((id) => `${id} is back`),
  ]);
  const words: string[] = [];
  for (const client of clients) words.push(...(await client.wrong(plain)));
  const damage = plain.url === null ? await plain.rows('pragma quick_check') : [];
  return [
    ...[...faults, ...unclaimed, ...broken, ...words],
    ...damage.map(({ quick_check: says }) => `${says}`).filter((says) => says !== 'ok'),
  ];
}
