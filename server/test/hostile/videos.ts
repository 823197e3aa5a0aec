import type { ErrorCode } from '@duet/contract/errors';
import { html, phonePhoto, svg } from '../pictures.ts';
import { clip } from '../uploads.ts';
import type { Hostile } from './pictures.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const named = (code: ErrorCode, files: Readonly<Record<string, Buffer>>): Hostile[] =>
  Object.entries(files).map(([name, bytes]) => ({ name, bytes, code }));

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A box that says a size of its own choice. */
const boxOf = (size: number, type: string, ...content: Buffer[]): Buffer => {
  const made = box(type, ...content);
  made.writeUInt32BE(size);
  return made;
};

const ftyp = box('ftyp', latin('isom\0\0\x02\0isomiso2avc1mp41'));

function nested(depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0);
  for (let n = 0; n < depth; n += 1) inner = box('moov', inner);
  return inner;
}

/** A table that promises four thousand million entries. */
function hugeTable(mp4: Buffer, table: string): Buffer {
  const copy = Buffer.from(mp4);
  const at = copy.indexOf(table, 0, 'latin1');
  if (at < 0) throw new Error(`the clip has no ${table}`);
  copy.writeUInt32BE(0xffff_fff0, at + 8 + (table === 'stsz' ? 4 : 0));
  return copy;
}

const shares = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

async function cuts(name: string): Promise<Hostile[]> {
  const whole = await clip(name);
  return shares.map((share) => ({
    name: `cut-at-${share * 100}%-${name}`,
    bytes: whole.subarray(0, Math.floor(whole.length * share)),
    code: 'VIDEO_DAMAGED' as const,
  }));
}

/** What is sent as a video and is none that may be kept. */
export async function hostileVideos(): Promise<Hostile[]> {
  const mp4 = await clip('index-first.mp4');
  const webm = await clip('clip-vp9.webm');
  return [
    ...named('NOT_A_VIDEO', {
      'page.mp4': html(),
      'drawing.mp4': svg(),
      'photo.mp4': await phonePhoto(),
      'zeros.mp4': Buffer.alloc(5000),
      'one-byte.mp4': hex('00'),
      'playlist.mp4': latin(
        '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nconcat:http://127.0.0.1/|file:///etc/passwd\n#EXT-X-ENDLIST',
      ),
      'list-of-files.mp4': latin("ffconcat version 1.0\nfile '/etc/passwd'\nfile 'http://127.0.0.1/'"),
      'presentation.mp4': latin('<?xml version="1.0"?><MPD><BaseURL>file:///etc/passwd</BaseURL></MPD>'),
      'subtitles.mp4': latin('WEBVTT\n\n00:00.000 --> 10:00.000\n<script>alert(1)</script>'),
      'archive.mp4': hex('504b030414000000080000000000000000000000000000'),
      'program.mp4': Buffer.concat([hex('7f454c46020101'), Buffer.alloc(64)]),
      'flash.mp4': Buffer.concat([latin('FLV\x01\x05\0\0\0\x09'), Buffer.alloc(64)]),
      'transport.mp4': Buffer.concat([hex('47400010'), Buffer.alloc(184, 0xff)]),
      'raw-h264.mp4': hex('00000001 67 42 00 0a f8 41 a2 00 00 00 01 68 ce 38 80'),
      'sound-only.mp4': await clip('sound-only.mp4'),
      'riff-of-something.avi': Buffer.concat([latin('RIFF\x40\0\0\0WAVEfmt '), Buffer.alloc(64)]),
    }),
    ...named('VIDEO_DAMAGED', {
      'head-alone.mp4': ftyp,
      'no-index.mp4': Buffer.concat([ftyp, box('mdat', Buffer.alloc(4000, 1))]),
      'empty-index.mp4': Buffer.concat([ftyp, box('moov')]),
      'page-behind-a-head.mp4': Buffer.concat([ftyp, html()]),
      'box-of-four-gigabytes.mp4': Buffer.concat([ftyp, boxOf(0xffff_ffff, 'moov', Buffer.alloc(64))]),
      'box-of-all-there-is.mp4': Buffer.concat([
        ftyp,
        hex('00000001'),
        latin('moov'),
        hex('7fffffffffffffff'),
        Buffer.alloc(32),
      ]),
      'box-with-a-negative-size.mp4': Buffer.concat([
        ftyp,
        hex('00000001'),
        latin('moov'),
        hex('ffffffffffffffff'),
        Buffer.alloc(32),
      ]),
      'box-of-four-bytes.mp4': Buffer.concat([ftyp, boxOf(4, 'moov'), Buffer.alloc(64)]),
      'box-that-goes-nowhere.mp4': Buffer.concat([
        ftyp,
        hex('00000001'),
        latin('free'),
        hex('0000000000000000'),
        Buffer.alloc(64),
      ]),
      'boxes-in-boxes.mp4': Buffer.concat([ftyp, nested(3000)]),
      'many-boxes.mp4': Buffer.concat([
        ftyp,
        ...Array.from({ length: 20_000 }, () => box('free')),
        box('moov'),
      ]),
      'huge-table-of-sizes.mp4': hugeTable(mp4, 'stsz'),
      'huge-table-of-places.mp4': hugeTable(mp4, 'stco'),
      'huge-table-of-times.mp4': hugeTable(mp4, 'stts'),
      'huge-table-of-parts.mp4': hugeTable(mp4, 'stsc'),
      'index-of-nothing.mov': Buffer.concat([
        latin('\0\0\0\x14ftypqt  \0\0\0\0qt  '),
        box('moov', box('mvhd', Buffer.alloc(100))),
      ]),
      'head-alone.webm': hex('1a45dfa3 9f 4286 81 01 42f7 81 01 42f2 81 04 42f3 81 08'),
      'element-without-an-end.webm': Buffer.concat([
        webm.subarray(0, 40),
        hex('18538067 01ffffffffffffff'),
        Buffer.alloc(64),
      ]),
      'element-of-all-there-is.webm': Buffer.concat([
        webm.subarray(0, 40),
        hex('18538067 01fffffffffffffe'),
        Buffer.alloc(64),
      ]),
      'element-in-itself.webm': Buffer.concat([
        webm.subarray(0, 40),
        ...Array.from({ length: 2000 }, () => hex('1853806701ffffffffffffff')),
      ]),
      'nonsense-behind-a-head.webm': Buffer.concat([webm.subarray(0, 40), html(), Buffer.alloc(2000, 0x42)]),
    }),
    ...(await cuts('index-first.mp4')),
    ...(await cuts('phone.mov')),
    ...(await cuts('clip-vp9.webm')),
    ...named('VIDEO_NOT_PLAYABLE', {
      'nonsense.avi': Buffer.concat([latin('RIFF\xff\xff\xff\x7fAVI LIST'), Buffer.alloc(2000, 0xff)]),
      'head-alone.avi': latin('RIFF\x04\0\0\0AVI LIST'),
      'nonsense.ogv': Buffer.concat([latin('OggS\0\x02'), Buffer.alloc(2000, 0xfe)]),
      'nonsense.wmv': Buffer.concat([
        hex('3026b2758e66cf11a6d900aa0062ce6c ffffffffffffff7f'),
        Buffer.alloc(500),
      ]),
      'cut.wmv': (await clip('clip.wmv')).subarray(0, 900),
      'cut.ogv': (await clip('clip.ogv')).subarray(0, 900),
    }),
  ];
}
