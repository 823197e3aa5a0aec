import { beforeEach, describe, expect, it } from 'vitest';
import { keepText, keptText } from '../../../device/kept-text.ts';
import { commentDraftKey } from '../../../device/storage-keys.ts';
import { takeOverGuestDraft } from './draft.ts';

const [guest, ana] = [commentDraftKey(null, 'p'), commentDraftKey('ana', 'p')];

describe('the draft of a comment', () => {
  beforeEach(() => {
    keepText(guest, '');
    keepText(ana, '');
  });

  it('of a guest is there after signing in', () => {
    keepText(guest, 'What a day');
    takeOverGuestDraft('ana', 'p');
    expect([keptText(ana), keptText(guest)]).toEqual(['What a day', '']);
  });

  it('of a person is not written over', () => {
    keepText(ana, 'mine');
    keepText(guest, 'theirs');
    takeOverGuestDraft('ana', 'p');
    expect([keptText(ana), keptText(guest)]).toEqual(['mine', '']);
  });

  it('is one of each post', () => {
    keepText(guest, 'here');
    takeOverGuestDraft('ana', 'other');
    expect([keptText(guest), keptText(commentDraftKey('ana', 'other'))]).toEqual(['here', '']);
  });
});
