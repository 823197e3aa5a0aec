import { describe, expect, it } from 'vitest';
import { pickedPictures, withPicturesToSend } from './picked-pictures.ts';

const ofThePost = '<img src="/media/photos/a.png?e=1&amp;s=2" alt="a > b">';
const uploaded = '<img src="/media/photos/b.png" data-upload="b" alt="Boats">';
const onItsWay = '<img data-upload="c" alt="">';
const html = `<p>1</p>${ofThePost}<p>2</p>${uploaded}${onItsWay}<p>3</p>`;

describe('the pictures of a text', () => {
  it('were picked for it where they name an upload', () => {
    expect(pickedPictures(html)).toEqual(['b', 'c']);
  });

  it('are sent anew for another post where this device has their files', () => {
    expect(withPicturesToSend(html, new Set(['b', 'c']))).toBe(
      '<p>1</p><p>2</p><img data-upload="b" alt="Boats"><img data-upload="c" alt=""><p>3</p>',
    );
  });

  it('keep a place for another post where they were never sent and have no file', () => {
    expect(withPicturesToSend(html, new Set())).toBe(`<p>1</p><p>2</p>${onItsWay}<p>3</p>`);
  });
});
