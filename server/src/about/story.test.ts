import { limits } from '@duet/contract/limits';
import { describe, expect, it } from 'vitest';
import { Failure } from '../platform/failure.ts';
import { cleanStory } from './story.ts';

const { maxSourceBytes, maxBytes } = limits.richText;

function faultOf(source: string): unknown {
  try {
    cleanStory(source);
    return null;
  } catch (error) {
    return error instanceof Failure ? [error.code, error.details.fields] : error;
  }
}

describe('a story', () => {
  it('is stored as clean HTML without pictures', () => {
    expect(cleanStory('<p onclick="x">We <b>met</b></p><img src="/media/photos/a.jpg">')).toBe(
      '<p>We <b>met</b></p>',
    );
    expect(cleanStory('{"blocks":[]}')).toBe('&#123;"blocks":[]}');
  });

  it('is empty where nobody would see any text', () => {
    expect(['', '<p> &nbsp;</p>', '<hr>'].map(cleanStory)).toEqual(['', '', '']);
  });

  it('is refused where its source or what is stored is too long, in bytes', () => {
    const tooLong = ['TOO_LARGE', { story: 'contentTooLong' }];
    const source = (bytes: number) => `ș<!--${'x'.repeat(bytes - 'ș<!---->'.length - 1)}-->`;
    expect(cleanStory(source(maxSourceBytes))).toBe('ș');
    expect(faultOf(source(maxSourceBytes + 1))).toEqual(tooLong);
    const stored = (bytes: number) => `ș${'x'.repeat(bytes - 2)}`;
    expect(cleanStory(stored(maxBytes))).toBe(stored(maxBytes));
    expect(faultOf(stored(maxBytes + 1))).toEqual(tooLong);
  });

  it('is refused where it is too complex, as a fault of its own field', () => {
    expect(faultOf('<b>'.repeat(limits.richText.maxDepth + 1))).toEqual([
      'INVALID',
      { story: 'contentTooComplex' },
    ]);
  });
});
