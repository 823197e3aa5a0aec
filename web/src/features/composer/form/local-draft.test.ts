import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage } from '../../../device/storage.ts';
import { replaceDraft } from './local-draft.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a draft that is made from the one before', () => {
  it('is made of the same one again where the device had no room', () => {
    const key = 'duet.compose.full';
    const add = () => replaceDraft(key, () => ({ words: `${before(key)} more` }));
    const stored = new Map([[key, '{"words":"begun"}']]);
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => {
        if (value.length > 20) throw new Error('full');
        stored.set(name, value);
      },
      removeItem: (name: string) => stored.delete(name),
    });
    expect([add(), add()]).toEqual([false, false]);
    expect(before(key)).toBe('begun');
  });

  it('is not there where the device had no room and there was none', () => {
    const key = 'duet.compose.refused';
    // Without a storage of the browser.
    expect(replaceDraft(key, () => ({ words: 'new' }))).toBe(false);
    expect(deviceStorage.get(key)).toBeNull();
  });
});

const before = (key: string) => (deviceStorage.getJson(key) as { readonly words: string }).words;
