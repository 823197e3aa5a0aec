import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceStorage } from './storage.ts';

const key = 'duet.test';
let stored: Map<string, string>;
let full: boolean;

beforeEach(() => {
  stored = new Map();
  full = false;
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem(name: string, value: string) {
      if (full) throw new DOMException('Full.', 'QuotaExceededError');
      stored.set(name, value);
    },
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  deviceStorage.remove(key);
  vi.unstubAllGlobals();
});

it('gives what was set last, also where there was no more room for it', () => {
  expect(deviceStorage.set(key, 'Dear')).toBe(true);
  full = true;
  expect(deviceStorage.set(key, 'Dear Ana')).toBe(false);
  expect(deviceStorage.get(key)).toBe('Dear Ana');
  full = false;
  expect(deviceStorage.set(key, 'Dear Ana, come')).toBe(true);
  expect([deviceStorage.get(key), stored.get(key)]).toEqual(['Dear Ana, come', 'Dear Ana, come']);
});

it('gives nothing of what was removed while there was no room', () => {
  deviceStorage.set(key, 'Dear');
  full = true;
  deviceStorage.set(key, 'Dear Ana');
  deviceStorage.remove(key);
  expect([deviceStorage.get(key), stored.size]).toEqual([null, 0]);
});

it('gives what another tab has stored since, once what there was no room for is forgotten', () => {
  full = true;
  deviceStorage.set(key, 'Dear Ana');
  stored.set(key, 'Dear Dan');
  expect(deviceStorage.get(key)).toBe('Dear Ana');
  deviceStorage.forgetUnstored(key);
  expect(deviceStorage.get(key)).toBe('Dear Dan');
});

it('keeps as long as the page what no storage can be asked for', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('Denied.', 'SecurityError');
    },
  });
  deviceStorage.set(key, 'Dear');
  deviceStorage.forgetUnstored(key);
  expect(deviceStorage.get(key)).toBe('Dear');
});
