import { describe, expect, it } from 'vitest';
import { blocksOf, diffWithContext, mergedText, sameHtml } from './blocks.ts';

const list = '<ul><li><p>a</p></li><li><p>b<br>c</p></li></ul>';
const picture = (address: string) => `<img src="${address}" alt="a > b">`;

describe('the blocks of a text', () => {
  it('are its top-level elements', () => {
    expect(blocksOf(`<p>x</p>${list}<hr>${picture('/media/a.jpg')}tail`)).toEqual([
      '<p>x</p>',
      list,
      '<hr>',
      picture('/media/a.jpg'),
      'tail',
    ]);
    expect(blocksOf('')).toEqual([]);
  });

  it('are the same whatever signature a picture has', () => {
    expect(sameHtml(picture('/media/a.jpg?e=1&amp;s=x'), picture('https://x.org/media/a.jpg?e=2'))).toBe(
      true,
    );
    expect(sameHtml(picture('/media/a.jpg'), picture('/media/b.jpg'))).toBe(false);
  });
});

describe('two texts together', () => {
  it('have once what is equal, and where they differ mine, then theirs', () => {
    expect(mergedText('<p>1</p><p>a</p><p>3</p>', '<p>1</p><p>b</p><p>3</p>', undefined)).toBe(
      '<p>1</p><p>a</p><p>b</p><p>3</p>',
    );
  });

  it('have the change of each side where only that one changed a paragraph', () => {
    const base = '<p>1</p><p>2</p><p>3</p>';
    expect(mergedText('<p>one</p><p>2</p><p>3</p>', '<p>1</p><p>2</p><p>three</p><p>4</p>', base)).toBe(
      '<p>one</p><p>2</p><p>three</p><p>4</p>',
    );
    expect(mergedText('<p>1</p><p>3</p>', base, base)).toBe('<p>1</p><p>3</p>');
  });

  it('keep a paragraph that was moved on one side and changed around on the other', () => {
    const both = mergedText('<p>2</p><p>1</p><p>x</p>', '<p>1</p><p>2</p><p>y</p>', '<p>1</p><p>2</p>');
    for (const block of ['1', '2', 'x', 'y']) expect(both).toContain(`<p>${block}</p>`);
  });

  it('lose nothing that was written on either side', () => {
    const base = '<p>1</p><p>2</p>';
    const both = mergedText('<p>1</p><p>mine</p>', '<p>theirs</p><p>2</p>', base);
    expect(both).toContain('<p>mine</p>');
    expect(both).toContain('<p>theirs</p>');
  });
});

describe('a comparison', () => {
  it('shows where the texts differ, with what stands around it', () => {
    const same = ['1', '2', '3', '4'].map((n) => `<p>${n}</p>`).join('');
    expect(diffWithContext(`${same}<p>a</p>`, `${same}<p>b</p>`, 'theirs')).toEqual([
      null,
      '<p>4</p>',
      '<p>b</p>',
    ]);
  });
});
