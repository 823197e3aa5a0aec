import { beforeEach, describe, expect, it } from 'vitest';
import { persistedText, persistText } from '../../../device/persisted-text.ts';
import { commentDraftKey } from '../../../device/storage-keys.ts';
import { takeOverGuestDraft } from './draft.ts';

const [guest, ana] = [commentDraftKey(null, 'p'), commentDraftKey('ana', 'p')];

describe('the draft of a comment', () => {
  beforeEach(() => {
    persistText(guest, '');
    persistText(ana, '');
  });

  it('of a guest is there after signing in', () => {
    persistText(guest, 'What a day');
    takeOverGuestDraft('ana', 'p');
    expect([persistedText(ana), persistedText(guest)]).toEqual(['What a day', '']);
  });

  it('of a person is not written over', () => {
    persistText(ana, 'mine');
    persistText(guest, 'theirs');
    takeOverGuestDraft('ana', 'p');
    expect([persistedText(ana), persistedText(guest)]).toEqual(['mine', '']);
  });

  it('is one of each post', () => {
    persistText(guest, 'here');
    takeOverGuestDraft('ana', 'other');
    expect([persistedText(guest), persistedText(commentDraftKey('ana', 'other'))]).toEqual(['here', '']);
  });
});
