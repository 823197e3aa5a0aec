import { expect, it } from 'vitest';
import { rtfPictures } from './rtf-pictures.ts';

const bytesOf = async (file: File | null | undefined) =>
  file ? [file.type, ...new Uint8Array(await file.arrayBuffer())] : null;

const rtf = (body: string) => `{\\rtf1\\ansi{\\fonttbl{\\f0 Calibri;}}${body}\\par Words {\\b bold}.}`;

it('reads the pictures that Word writes, with control words, line breaks and groups before the bytes', async () => {
  const found = rtfPictures(
    rtf(
      '{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn a}{\\sv \\}}}}\\picw10\\pngblip\\bliptag-12{\\*\\blipuid 0123abcd}89504e\r\n47}}' +
        '{\\nonshppict{\\pict\\wmetafile8 0100}}{\\pict\\jpegblip ffd8 FF}',
    ),
  );
  expect(await Promise.all(found.map(bytesOf))).toEqual([
    ['image/png', 0x89, 0x50, 0x4e, 0x47],
    ['image/jpeg', 0xff, 0xd8, 0xff],
  ]);
});

it('knows that there is a picture where it cannot read its format, and leaves out those of bullets', () => {
  expect(rtfPictures(rtf('{\\*\\listpicture{\\pict\\pngblip 8950}}{\\pict\\emfblip 0100}'))).toEqual([null]);
  expect(rtfPictures(rtf('{\\pict\\pngblip 895}{\\pict\\pngblip'))).toEqual([null, null]);
  expect(rtfPictures('no rich text')).toEqual([]);
});
