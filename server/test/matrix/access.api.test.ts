import { type Endpoint, fillPath, withSearch } from '@duet/contract/endpoint';
import { type EndpointName, endpoints } from '@duet/contract/endpoints';
import { expect, it } from 'vitest';
import type { Client } from '../client.ts';
import { createHarness } from '../harness.ts';
import { calls } from './calls.ts';
import { contentOf } from './content.ts';
import { Fixtures } from './fixtures.ts';
import { type Kind, kindsOf, refusalOf } from './kinds.ts';
import { leaksIn } from './secrets.ts';
import { type Asked, type Outcome, plain, type Target } from './targets.ts';

/** Of how many cells one is tried; `npm run trust -- matrix` tries each. */
const share = Number(process.env.DUET_MATRIX_SHARE ?? 12);

interface Cell {
  readonly name: EndpointName;
  readonly row: Endpoint;
  readonly target: Target;
  /** One of these. */
  readonly expected: readonly Outcome[];
  /** Whether the caller is refused before anything is looked up. */
  readonly refused: boolean;
}

function cellsOf(kind: Kind, isPrivate: boolean): Cell[] {
  return (Object.entries(endpoints) as [EndpointName, Endpoint][]).flatMap(([name, row]) => {
    const refusal = refusalOf(kind, row, isPrivate);
    // A row that is new: who may call it at all is known of every row.
    const targets = calls[name] ?? (refusal ? [plain()] : []);
    return targets.map((target): Cell => {
      const outcome = refusal ?? target.outcome(kind);
      const isUnproved = target.proof && !kind.proved && !refusal;
      const expected: Outcome[] = [outcome];
      if (isUnproved) expected.splice(0, outcome === 'ok' ? 1 : 0, 'PROOF_NEEDED');
      return { name, row, target, expected, refused: refusal !== null };
    });
  });
}

/** One in `share`, others for each kind, so that over the kinds all rows are tried. */
const ofShare = (cells: readonly Cell[], at: number): Cell[] =>
  cells.filter((_, index) => (index + at) % share === 0);

async function send(client: Client, row: Endpoint, asked: Asked) {
  const path = fillPath(row.path, asked.params ?? { id: 'x', commentId: 'x', userId: 'x' });
  const search = new URLSearchParams(asked.query).toString();
  const body =
    asked.form ?? asked.bytes ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
  const type = asked.bytes ? 'application/octet-stream' : 'application/json';
  const response = await client.fetch(withSearch(path, search), {
    method: row.method,
    ...(body === undefined ? {} : { body }),
    ...(body === undefined || asked.form ? {} : { headers: { 'content-type': type } }),
  });
  const text = await response.text();
  const { code = '' } = JSON.parse(text) as { code?: string };
  const headers = JSON.stringify([...response.headers]);
  return { status: response.status, code, text: `${headers}${text}` };
}

it.each([false, true])(
  'every call of every kind of person is answered as it may be, private: %s',
  async (isPrivate) => {
    await using harness = await createHarness({ config: { ffmpeg: null } });
    const fixtures = await Fixtures.open(harness);
    const kinds = await kindsOf(fixtures);
    await fixtures.message();
    if (isPrivate) await fixtures.ioana.call('site.change', { body: { reading: 'members' } });
    const failures: string[] = [];
    let count = 0;
    const tryCell = async (kind: Kind, client: Client, cell: Cell, asked: Asked) => {
      count += 1;
      const { status, code, text } = await send(client, cell.row, asked);
      const place = `${kind.name}: ${cell.name} ${cell.target.name}`;
      const got = status >= 200 && status < 300 ? 'ok' : code;
      if (!cell.expected.includes(got as Outcome)) {
        failures.push(`${place}: ${got} and not ${cell.expected.join(' or ')}`);
      }
      const leaks = leaksIn(text, kind, isPrivate, fixtures.secrets());
      if (leaks.length > 0) failures.push(`${place}: finds ${leaks.join(', ')}`);
    };
    for (const [at, kind] of kinds.entries()) {
      const cells = ofShare(cellsOf(kind, isPrivate), at);
      const refused = cells.filter((cell) => cell.refused);
      const asks = await Promise.all(refused.map(({ target }) => target.ask(fixtures, kind.owner, false)));
      const before = await contentOf(harness.context.db);
      for (const [n, cell] of refused.entries()) await tryCell(kind, kind.client, cell, asks[n] ?? {});
      expect(await contentOf(harness.context.db), `what ${kind.name} may not change`).toEqual(before);
      for (const cell of cells.filter((each) => !each.refused)) {
        const changes = cell.row.method !== 'GET';
        const caller = cell.target.endsCaller && changes && kind.another ? await kind.another() : null;
        const asked = await cell.target.ask(fixtures, caller ?? kind.owner, changes);
        await tryCell(kind, caller ?? kind.client, cell, asked);
      }
    }
    console.log(`${count} cells of ${kinds.length} kinds of people, ${failures.length} failures`);
    expect(failures.join('\n')).toBe('');
    expect(count).toBeGreaterThan(5000 / share / 2);
  },
  600_000,
);
