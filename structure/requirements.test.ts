import { describe, expect, it } from 'vitest';
import { explained, requirements, taggedIn, testsById, untested } from './requirements.ts';

// A bracket of its own, so that the samples are not taken for tags of this file.
const tag = (text: string) => `it('does it ${'['}${text}]', …`;

describe('requirements', () => {
  it('are read from titles, alone, in lists and in ranges', () => {
    expect(taggedIn(tag('AUTH-30'))).toEqual(['AUTH-30']);
    expect(taggedIn(tag('AUTH-30, FEED-02'))).toEqual(['AUTH-30', 'FEED-02']);
    expect(taggedIn(tag('AUTH-30, 31'))).toEqual(['AUTH-30', 'AUTH-31']);
    expect(taggedIn(tag('SHELL-09..11'))).toEqual(['SHELL-09', 'SHELL-10', 'SHELL-11']);
    expect(taggedIn(tag('POST-99..POST-101'))).toEqual(['POST-99', 'POST-100', 'POST-101']);
    expect(taggedIn(`// ${tag('AUTH-30')}`)).toEqual([]);
  });

  it('are named in tests by ids that exist', () => {
    const known = new Set(requirements().map(({ id }) => id));
    const groups = new Set([...known].map((id) => id.replace(/-.*/, '')));
    const unknown = [...testsById()].filter(([id]) => groups.has(id.replace(/-.*/, '')) && !known.has(id));
    expect(unknown).toEqual([]);
  });

  it('are explained only where no test holds them', () => {
    const known = new Set(requirements().map(({ id }) => id));
    const tests = testsById();
    expect(Object.keys(explained()).filter((id) => !known.has(id) || tests.has(id))).toEqual([]);
  });

  it('are all tested or explained', () => {
    expect(untested().map(({ id, text }) => `${id} ${text}`)).toEqual([]);
  });
});
