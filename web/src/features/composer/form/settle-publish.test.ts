import { beforeEach, describe, expect, it } from 'vitest';
import { deviceStorage } from '../../../device/storage.ts';
import { galleryKind } from '../gallery/gallery-kind.ts';
import { textKind } from '../text/text-kind.ts';
import { videoKind } from '../video/video-kind.ts';
import { askedPublish, whilePublishing } from './asked-publish.ts';
import { saveDraft } from './local-draft.ts';
import { settlePublish } from './settle-publish.ts';

const form = 'duet.compose.richText.settled';
const asked = askedPublish(form);

/** The server has this under the draft's id. */
const server = (found: 'draft' | 'published' | 'gone' | null, same = true) => ({
  findPostState: () => (found ? Promise.resolve(found) : Promise.reject(new Error('nobody answers'))),
  isSame: () => Promise.resolve(same),
});

describe('a publish whose page has ended', () => {
  beforeEach(() => {
    saveDraft(form, { ...textKind.empty, content: '<p>Sent</p>', draftId: 'd1' });
    asked.keep('d1');
  });

  it.each(['draft', 'gone'] as const)(
    'leaves the form as it is where the server has it as %s',
    async (found) => {
      expect(await settlePublish(textKind, form, server(found))).toBe(true);
      expect(asked.get()).toBeNull();
      expect(deviceStorage.get(form)).toContain('Sent');
    },
  );

  it('empties the form where it has succeeded', async () => {
    expect(await settlePublish(textKind, form, server('published'))).toBe(true);
    expect(asked.get()).toBeNull();
    expect(deviceStorage.get(form)).toBeNull();
  });

  it('leaves what was written since where it has succeeded', async () => {
    expect(await settlePublish(textKind, form, server('published', false))).toBe(true);
    expect(deviceStorage.get(form)).toContain('Sent');
  });

  it('leaves a picture that is still on its way where it has succeeded', async () => {
    const item = { key: 'k', serverUrl: null, previewUrl: '', status: 'uploading', alt: 'Us' };
    saveDraft(form, { ...galleryKind.empty, draftId: 'd1', items: [item] });
    expect(await settlePublish(galleryKind, form, server('published'))).toBe(true);
    expect(asked.get()).toBeNull();
    expect(deviceStorage.get(form)).toContain('Us');
  });

  it('leaves the next video where it has succeeded', async () => {
    const file = (name: string) => ({ name, size: 1, lastModified: 1 });
    const next = { ...videoKind.empty, draftId: 'd1', sent: file('first.mp4'), picked: file('next.mp4') };
    saveDraft(form, next);
    expect(await settlePublish(videoKind, form, server('published'))).toBe(true);
    expect(deviceStorage.getJson(form)).toEqual(next);
    saveDraft(form, { ...next, picked: next.sent });
    asked.keep('d1');
    expect(await settlePublish(videoKind, form, server('published'))).toBe(true);
    expect(deviceStorage.get(form)).toBeNull();
  });

  it('has to be waited for where nobody answers', async () => {
    expect(await settlePublish(textKind, form, server(null))).toBe(false);
    expect(asked.get()).toBe('d1');
  });

  it('has to be waited for while a form of this document has it under way', async () => {
    await whilePublishing(form, async () => {
      expect(await settlePublish(textKind, form, server('draft'))).toBe(false);
    });
    expect(await settlePublish(textKind, form, server('draft'))).toBe(true);
  });
});
