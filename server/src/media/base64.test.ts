import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bytesOfBase64 } from './base64.ts';

describe('base64 text', () => {
  it('is read with and without padding, and with any data-URL head', () => {
    for (let length = 1; length < 40; length++) {
      const bytes = randomBytes(length);
      const text = bytes.toString('base64');
      const heads = [
        '',
        'data:image/jpeg;base64,',
        'data:;base64,',
        'data:image/svg+xml;charset=utf-8;base64,',
      ];
      for (const head of heads) {
        expect(bytesOfBase64(head + text, 'imageData').equals(bytes)).toBe(true);
        expect(bytesOfBase64(head + text.replace(/=+$/, ''), 'imageData').equals(bytes)).toBe(true);
      }
    }
  });

  it('has a head of at most 200 characters', () => {
    const withHead = (length: number) =>
      `data:;x=${'a'.repeat(length - 'data:;x=;base64,'.length)};base64,YWJj`;
    expect(bytesOfBase64(withHead(200), 'imageData').toString()).toBe('abc');
    expect(() => bytesOfBase64(withHead(201), 'imageData')).toThrow(
      expect.objectContaining({ code: 'INVALID' }),
    );
  });

  it.each([
    '!!!!',
    'YWJj*',
    'YWJj YWJj',
    'YWJj\nYWJj',
    'data:image/png,YWJj',
    'data:image/png;base64,',
    'Y',
    '=',
    'YW=j',
  ])('%j is refused', (text) => {
    expect(() => bytesOfBase64(text, 'imageData')).toThrow(
      expect.objectContaining({ code: 'INVALID', details: { fields: { imageData: 'fieldInvalid' } } }),
    );
  });
});
