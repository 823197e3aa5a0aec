import { beforeEach, describe, expect, it } from 'vitest';
import { deviceStorage } from '../../../device/storage.ts';
import { commentDraftKey } from '../../../device/storage-keys.ts';
import { clientIdOf, forgetClientId } from './client-id.ts';

const place = { authorId: 'ana', postId: 'p' };
const first = () => clientIdOf({ ...place, text: 'lovely' });

describe('a comment whose call got no answer', () => {
  beforeEach(() => forgetClientId({ ...place, text: 'lovely' }));

  it('is sent again under the same name, also after a reload', () => {
    expect(first()).toMatch(/^[\x21-\x7e]{1,100}$/);
    expect(first()).toBe(first());
  });

  it('is not mistaken for another text, another post, or another person’s', () => {
    const name = first();
    const others = [
      clientIdOf({ ...place, postId: 'q', text: 'lovely' }),
      clientIdOf({ ...place, authorId: 'dan', text: 'lovely' }),
      clientIdOf({ ...place, text: 'so lovely' }),
    ];
    expect(new Set([name, ...others]).size).toBe(4);
  });

  it('keeps its name on this page when another tab has sent something else, or was answered', () => {
    const name = first();
    const kept = `${commentDraftKey(place.authorId, place.postId)}.sent`;
    deviceStorage.setJson(kept, { text: 'from the other tab', clientId: 'other' });
    expect(first()).toBe(name);
    deviceStorage.remove(kept);
    expect(first()).toBe(name);
  });

  it('is over once it was answered: the same words again are a new comment', () => {
    const name = first();
    forgetClientId({ ...place, text: 'lovely' });
    expect(first()).not.toBe(name);
  });
});
