import { describe, expect, it } from 'vitest';
import { checkedText, clientId, queryInteger } from './schemas.ts';

const messages = (result: { error?: { issues: readonly { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message) ?? [];

describe('a string that a rule accepts', () => {
  const short = () =>
    checkedText((text) => (text === '' ? 'fieldRequired' : text.length > 3 ? 'fieldTooLong' : null));

  it('fails with the sentence of the rule', () => {
    expect(short().parse('abc')).toBe('abc');
    expect(messages(short().safeParse('abcd'))).toEqual(['fieldTooLong']);
  });

  it('that is absent fails as an empty one, and one that is no string as invalid', () => {
    expect(messages(short().safeParse(undefined))).toEqual(['fieldRequired']);
    expect(messages(short().safeParse(null))).toEqual(['fieldInvalid']);
    expect(messages(short().safeParse(5))).toEqual(['fieldInvalid']);
  });
});

describe('an integer in a query', () => {
  const limit = () => queryInteger(1, 50, 10);

  it('is read within its bounds, and has a value where it is absent', () => {
    expect([limit().parse('1'), limit().parse('50'), limit().parse(undefined)]).toEqual([1, 50, 10]);
    expect(queryInteger(0, 9, 5).parse('0')).toBe(0);
  });

  it('tells those who make a client of the OpenAPI document that it is one', () => {
    expect(limit().meta()).toEqual({ sentAs: { type: 'integer', minimum: 1, maximum: 50, default: 10 } });
  });

  it.each(['', '0', '51', '-1', '1.5', '1e1', ' 1', '1 ', '0x1', '1234567890'])('is not %j', (text) => {
    expect(messages(limit().safeParse(text))).toEqual(['fieldInvalid']);
  });
});

describe('the name that a device gives to what it sends', () => {
  it('is 1 to 100 printable characters of ASCII', () => {
    for (const name of ['a', '!', '~', 'x'.repeat(100)]) expect(clientId.parse(name)).toBe(name);
    for (const name of ['', ' ', 'a b', 'ș', 'x'.repeat(101), 'a\n', 5, null])
      expect(messages(clientId.safeParse(name))).toEqual(['fieldInvalid']);
  });
});
