import { instead, type Plants } from './plant.ts';

const cached = '/platform/cache/cache.ts';
const otherServers = '/dialect/postgres-other-servers.ts';

/** What is lost between a change and what is cached, whatever they are. */
export const ofTelling: Plants = {
  'whole-without-its-parts': {
    changes: [instead(cached, '    for (const part of parts) dependencies.merge(part.dependencies);\n', '')],
  },
  'made-while-it-was-changed': {
    changes: [
      instead(
        cached,
        'if (meanwhile.some((changes) => entry.dependencies.areTouchedBy(changes))) return;',
        '',
      ),
    ],
  },
  'late-asker-gets-what-was-begun-before': {
    changes: [instead(cached, ' && making.changes.length === 0) return', ') return')],
  },
  'change-of-a-whole-table-not-for-some-rows': {
    changes: [
      instead(
        '/platform/cache/dependency-index.ts',
        'addAll(touched, table.all);',
        'addAll(touched, table.broad);',
      ),
    ],
  },
  // What is made of rows that go along is made of the deleted one as well, so that has to be left out, too.
  'deletion-of-everything-told-as-nothing': {
    changes: [
      instead(
        '/platform/db/statement.ts',
        '    tables: [...tables, ...along.flatMap((each) => each ?? [])],\n    everything: along.includes(undefined),',
        '    tables: along.includes(undefined) ? [] : [...tables, ...along.flatMap((each) => each ?? [])],\n    everything: false,',
      ),
    ],
  },
  'answer-without-the-settings': {
    changes: [
      instead(
        '/http/cached-rows.ts',
        'isOpen(await currentSite(inside))',
        'isOpen(await currentSite(making.context))',
      ),
      instead(
        '/http/cached-rows.ts',
        'isOpen(await currentSite(context)) ?',
        'isOpen(await currentSite(making.context)) ?',
      ),
    ],
  },
  'settings-cached-for-good': {
    changes: [
      instead(
        '/platform/site/settings.ts',
        '    uncounted: true,\n',
        '    uncounted: true,\n    narrowing: { site_settings: [] },\n',
      ),
      instead(
        '/src/site/store.ts',
        "  await tx.updateTable('site_settings')",
        "  tx.concerns('site_settings', []);\n  await tx.updateTable('site_settings')",
      ),
    ],
  },
  'nothing-seen-of-other-programs': {
    changes: [instead(cached, '    this.#options.db.lookForOtherPrograms();\n', '')],
    on: 'sqlite',
  },
  'nothing-heard-of-other-servers': {
    changes: [instead(otherServers, 'if (from !== this.#me) this.#options.onChanges(read(changes));', '')],
    on: 'postgres',
  },
  'nothing-told-to-other-servers': {
    changes: [instead('/dialect/postgres.ts', 'if (!changes) return;', 'return;')],
    on: 'postgres',
  },
  'whole-tables-not-told-to-other-servers': {
    changes: [
      instead(
        otherServers,
        "[table, rows === 'all' ? rows : [...rows]]",
        "[table, rows === 'all' ? [] : [...rows]]",
      ),
    ],
    on: 'postgres',
  },
};
