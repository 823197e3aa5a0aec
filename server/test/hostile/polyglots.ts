import { animation, html, phonePhoto, stillOf, transparentPng } from '../pictures.ts';
import { pngChunk } from './pictures.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const payload = html();

/** Pictures that are something else as well. They are shown as what they are, and nothing else of them is kept. */
export async function polyglots(): Promise<Readonly<Record<string, Buffer>>> {
  const [jpeg, png, webp, gif] = [
    await phonePhoto(),
    await transparentPng(),
    await stillOf('webp'),
    await animation('gif', { frames: 2 }),
  ];
  const comment = Buffer.concat([hex('fffe'), Buffer.from([0, payload.length + 2]), payload]);
  const said = Buffer.concat([hex('21fe'), Buffer.from([payload.length]), payload, hex('00')]);
  const chunk = Buffer.concat([Buffer.from('EVIL'), Buffer.alloc(4), payload]);
  chunk.writeUInt32LE(payload.length, 4);
  return {
    'page-behind.jpg': Buffer.concat([jpeg, payload]),
    'page-in-a-comment.jpg': Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    'page-in-a-text.png': Buffer.concat([
      png.subarray(0, 33),
      pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), payload])),
      png.subarray(33),
    ]),
    'page-in-a-comment.gif': Buffer.concat([gif.subarray(0, -1), said, hex('3b')]),
    'page-in-a-chunk.webp': Buffer.concat([webp, chunk]),
    'archive-behind.jpg': Buffer.concat([
      jpeg,
      hex('504b0304 1400'),
      payload,
      hex('504b0506'),
      Buffer.alloc(18),
    ]),
  };
}

/** What must not be found in anything that is kept of them. */
export const hidden: readonly Buffer[] = [payload, Buffer.from('<script'), hex('504b0304')];
