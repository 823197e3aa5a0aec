import { expect, it } from 'vitest';
import { firstMediaState, type MediaEvent, type MediaState, nextMediaState } from './media-cleanup.ts';

const file = {
  directory: 'photos',
  filename: 'a.jpg',
  size: 3,
  age: 2,
  url: '/media/a',
  reason: 'unknown',
} as const;
const view = {
  directories: { photos: { fileCount: 1, totalSize: 3 } },
  stats: { removed: 1, savedSpace: 3 },
  orphanedFiles: [file],
};
const result = { stats: { removed: 0, savedSpace: 0 }, orphanedFiles: [] };
const preview: MediaState = { step: 'preview', view, fault: null };
const executing: MediaState = { step: 'executing', view };
const complete: MediaState = { step: 'complete', view: { ...view, ...result }, fault: null };
const stopped: MediaState = { ...complete, fault: 'no' };

const table: [name: string, from: MediaState, event: MediaEvent, to: MediaState][] = [
  ['[MEDIA-27] shows what was loaded', firstMediaState, { type: 'loaded', view }, preview],
  [
    '[MEDIA-28] shows a preview where loading failed',
    firstMediaState,
    { type: 'loadFailed', fault: 'no' },
    { step: 'preview', view: null, fault: 'no' },
  ],
  ['[MEDIA-29] deletes', preview, { type: 'execute' }, executing],
  [
    '[MEDIA-30] [MEDIA-42] completes with the answer',
    executing,
    { type: 'executed', result, fault: null },
    complete,
  ],
  [
    'tells what was deleted and why it stopped',
    executing,
    { type: 'executed', result, fault: 'no' },
    stopped,
  ],
  [
    '[MEDIA-31] goes back with what went wrong',
    executing,
    { type: 'executeFailed', fault: 'no' },
    { step: 'preview', view, fault: 'no' },
  ],
  ['loads again', complete, { type: 'load' }, firstMediaState],
  ['does not load while it deletes', executing, { type: 'load' }, executing],
  [
    'does not delete what it could not load',
    { step: 'preview', view: null, fault: 'no' },
    { type: 'execute' },
    { step: 'preview', view: null, fault: 'no' },
  ],
  ['does not delete twice', executing, { type: 'execute' }, executing],
  ['takes no late answer', preview, { type: 'executed', result, fault: null }, preview],
];

it.each(table)('%s', (_name, from, event, to) => {
  expect(nextMediaState(from, event)).toEqual(to);
});
