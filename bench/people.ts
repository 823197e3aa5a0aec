import { endpoints } from '@duet/contract/endpoints';
import { call } from './duet-admin.ts';
import { addPeople, filledSite, watchMemory } from './filled-site.ts';

/** `DUET_BENCH_PEOPLE=10000` for fewer. */
const count = Number(process.env.DUET_BENCH_PEOPLE ?? 100_000);
const rounds = 21;

const questions: readonly (readonly [name: string, query: Record<string, string>])[] = [
  ['first page', {}],
  ['last page', { page: String(Math.ceil(count / 50)) }],
  ['search that finds many', { search: 'maria' }],
  ['search that finds one by email', { search: `.${count - 7}@` }],
  ['search that finds nobody', { search: 'nobody at all' }],
  ['those of today', { createdAfter: new Date(Date.now() - 86_400_000).toISOString() }],
  ['admins', { role: 'admin' }],
];

/** A page of 50 of the list of people, as the user management asks for it. */
export async function people(): Promise<string[]> {
  await using site = await filledSite((database) => void addPeople(database, count));
  const { server, token } = site;
  const rows: string[] = [];
  const before = server.memory();
  const most = watchMemory(server);
  for (const [name, query] of questions) {
    const times: number[] = [];
    let total = 0;
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      const asked = { limit: '50', includeDeleted: 'true', ...query } as const;
      const { data } = await call(server.url, token, endpoints['accounts.users'], { query: asked });
      times.push(performance.now() - start);
      total = data.pagination.totalUsers;
    }
    times.sort((one, other) => one - other);
    const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);
    rows.push(`| ${name} | ${total} | ${at(0.5)} | ${at(1)} |`);
  }
  return [
    `${count} people, ${rounds} rounds; memory above the start at most ${((most() - before) / 1024 ** 2).toFixed(0)} MiB.`,
    '',
    '| page of 50 | found | ms (median) | ms (most) |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ];
}
