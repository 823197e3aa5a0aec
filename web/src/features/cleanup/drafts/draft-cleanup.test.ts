import { expect, it } from 'vitest';
import { type DraftEvent, type DraftState, firstDraftState, nextDraftState } from './draft-cleanup.ts';

const view = { total: 0, oldDrafts: 0, newDrafts: 0, drafts: [] };
const result = { deletedCount: 2, mediaFilesDeleted: 1 };
const preview: DraftState = { step: 'preview', view, fault: null };
const deleting = (which: 'old' | 'all'): DraftState => ({ step: 'executing', view, which });
const complete: DraftState = { step: 'complete', result };
const failed: DraftState = { step: 'preview', view, fault: 'no' };

const table: [name: string, from: DraftState, event: DraftEvent, to: DraftState][] = [
  ['[DRAFT-27] shows what was loaded', firstDraftState, { type: 'loaded', view }, preview],
  [
    '[DRAFT-57] shows that there is nothing to show',
    firstDraftState,
    { type: 'loaded', view: null },
    { step: 'preview', view: null, fault: null },
  ],
  [
    'shows why nothing was loaded',
    firstDraftState,
    { type: 'loadFailed', fault: 'no' },
    { step: 'preview', view: null, fault: 'no' },
  ],
  ['[DRAFT-28] deletes the old ones', preview, { type: 'execute', which: 'old' }, deleting('old')],
  ['[DRAFT-29] deletes all', preview, { type: 'execute', which: 'all' }, deleting('all')],
  ['[DRAFT-28] [DRAFT-29] completes', deleting('all'), { type: 'executed', result }, complete],
  ['[DRAFT-30] goes back with the fault', deleting('old'), { type: 'executeFailed', fault: 'no' }, failed],
  ['[DRAFT-31] goes back with the fault', deleting('all'), { type: 'executeFailed', fault: 'no' }, failed],
  ['[DRAFT-26] loads again when complete', complete, { type: 'load' }, firstDraftState],
  ['does not delete twice', deleting('old'), { type: 'execute', which: 'all' }, deleting('old')],
  ['does not load while it deletes', deleting('old'), { type: 'load' }, deleting('old')],
];

it.each(table)('%s', (_name, from, event, to) => {
  expect(nextDraftState(from, event)).toEqual(to);
});
