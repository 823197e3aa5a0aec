import { describe, expect, it } from 'vitest';
import { initialUploadState, next, type UploadEvent, type UploadState } from './upload-state.ts';

const total = 1000;
const opened = { type: 'opened', sentBytes: 0 } as const;
const half = { type: 'sent', sentBytes: 500 } as const;
const type = (name: 'pause' | 'resume' | 'lineLost' | 'allSent' | 'finished' | 'failed' | 'cancelled') => ({
  type: name,
});
const after = (...events: readonly UploadEvent[]): UploadState =>
  events.reduce(next, initialUploadState(total));

describe('the upload of a video', () => {
  it.each<[string, readonly UploadEvent[], Partial<UploadState>]>([
    ['begins with preparing [VID-26]', [], { phase: 'preparing', progress: 0, hold: null }],
    ['sends from 5 % on [VID-27]', [opened], { phase: 'uploading', progress: 5 }],
    ['goes from 5 to 95 by bytes [VID-28]', [opened, half], { phase: 'uploading', progress: 50 }],
    [
      'is at 95 with the last byte [VID-28]',
      [opened, { type: 'sent', sentBytes: 1000 }],
      { phase: 'uploading', progress: 95 },
    ],
    ['finalizes at 95 [VID-29]', [opened, half, type('allSent')], { phase: 'finalizing', progress: 95 }],
    [
      'is complete at 100 [VID-30]',
      [opened, type('allSent'), type('finished')],
      { phase: 'complete', progress: 100 },
    ],
    ['pauses [VID-07]', [opened, half, type('pause')], { phase: 'uploading', progress: 50, hold: 'paused' }],
    ['resumes [VID-08]', [opened, half, type('pause'), type('resume')], { hold: null, progress: 50 }],
    ['pauses while it is being prepared', [type('pause'), opened], { phase: 'uploading', hold: 'paused' }],
    ['does not pause any more when all is sent', [opened, type('allSent'), type('pause')], { hold: null }],
    ['waits for the line', [opened, half, type('lineLost')], { hold: 'line', progress: 50 }],
    ['goes on when the line is back', [opened, half, type('lineLost'), opened], { hold: null }],
    ['stays paused when the line is lost', [opened, type('pause'), type('lineLost')], { hold: 'paused' }],
    ['never shows less than before', [opened, half, { type: 'opened', sentBytes: 100 }], { progress: 50 }],
    [
      'sends again what the server misses',
      [opened, type('allSent'), { type: 'opened', sentBytes: 900 }],
      { phase: 'uploading', progress: 95, sentBytes: 900 },
    ],
    ['fails', [opened, half, type('failed')], { phase: 'failed', hold: null }],
    ['is cancelled [VID-09]', [opened, type('pause'), type('cancelled')], { phase: 'cancelled', hold: null }],
    ['stays cancelled', [type('cancelled'), opened, half, type('finished')], { phase: 'cancelled' }],
    ['stays complete', [opened, type('allSent'), type('finished'), type('failed')], { phase: 'complete' }],
    ['is not finished before all is sent', [opened, type('finished')], { phase: 'uploading' }],
  ])('%s', (_, events, expected) => expect(after(...events)).toMatchObject(expected));
});
