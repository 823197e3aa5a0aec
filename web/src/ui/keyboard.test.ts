import { describe, expect, it } from 'vitest';
import { keyboardHeight } from './keyboard.ts';

const seen = (height: number, offsetTop = 0, scale = 1) => ({ height, offsetTop, scale });
const phone = { innerHeight: 844 };

describe('the keyboard', () => {
  it('covers what is not seen of the window', () => {
    expect(keyboardHeight(phone, seen(508))).toBe(336);
    expect(keyboardHeight(phone, seen(508, 100))).toBe(236);
  });
  it('is not there for a bar of the browser, or in a page that is zoomed', () => {
    expect(keyboardHeight(phone, seen(844))).toBe(0);
    expect(keyboardHeight(phone, seen(780))).toBe(0);
    expect(keyboardHeight(phone, seen(422, 0, 2))).toBe(0);
  });
});
