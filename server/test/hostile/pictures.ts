import { crc32, deflateSync } from 'node:zlib';
import type { ErrorCode } from '@duet/contract/errors';
import { animation, heicHead, html, phonePhoto, pngBomb, stillOf, svg, transparentPng } from '../pictures.ts';
import { clip } from '../uploads.ts';

/** A file as somebody who means harm sends it, and how it is to be refused. */
export interface Hostile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly code: ErrorCode;
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const named = (code: ErrorCode, files: Readonly<Record<string, Buffer>>): Hostile[] =>
  Object.entries(files).map(([name, bytes]) => ({ name, bytes, code }));

/** What is no picture at all, whatever it says of itself. */
export const noPictures = async (): Promise<Hostile[]> =>
  named('NOT_AN_IMAGE', {
    'empty.jpg': Buffer.alloc(0),
    'one-byte.jpg': hex('ff'),
    'start-of-a-jpeg.jpg': hex('ff d8 ff e0 00 10'),
    'zeros.png': Buffer.alloc(4096),
    'noise.gif': Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 7919 + 13) % 251)),
    'text.jpg': latin('just some words, nothing more'),
    'page.jpg': html(),
    'page-with-bom.jpg': Buffer.concat([hex('efbbbf'), html()]),
    'page-utf16.jpg': Buffer.from('\ufeff<!doctype html><script>1</script>', 'utf16le'),
    'page-in-front.jpg': Buffer.concat([html(), await phonePhoto()]),
    'space-in-front.png': Buffer.concat([latin(' \n'), await transparentPng()]),
    'drawing.svg': svg(),
    'drawing-xml.svg': Buffer.concat([latin('<?xml version="1.0"?>\n<!DOCTYPE svg>'), svg()]),
    'drawing-entities.svg': latin(
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    ),
    'drawing-href.svg': latin(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/"/></svg>',
    ),
    'drawing.svgz': hex('1f8b0800000000000003'),
    'script.js': latin('fetch("/api/users/me")//               '),
    'style.css': latin('@import url("http://127.0.0.1/");     '),
    'manifest.json': latin('{"start_url": "javascript:alert(1)"}'),
    'shell.php.jpg': latin('<?php system($_GET["c"]); ?>         '),
    'shell.sh': latin('#!/bin/sh\nrm -rf /tmp/nothing\n'),
    'magick.mvg': latin("push graphic-context\nfill 'url(https://127.0.0.1/|ls)'\npop graphic-context"),
    'magick.msl': latin('<?xml version="1.0"?><image><read filename="/etc/passwd"/></image>'),
    'postscript.eps': latin('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file\n'),
    'paper.pdf': latin('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript>>>>endobj'),
    'archive.zip': hex('504b0304140000000800 0000000000000000000000000000'),
    'archive.gz': hex('1f8b080000000000000300000000000000000000'),
    'program.elf': Buffer.concat([hex('7f454c46020101'), Buffer.alloc(64)]),
    'program.exe': Buffer.concat([latin('MZ'), Buffer.alloc(64)]),
    'program.wasm': Buffer.concat([hex('0061736d01000000'), Buffer.alloc(16)]),
    'flash.swf': Buffer.concat([latin('CWS'), Buffer.alloc(32)]),
    'picture.ico': Buffer.concat([hex('00000100010010100000'), Buffer.alloc(64)]),
    'picture.exr': Buffer.concat([hex('762f3101'), Buffer.alloc(64)]),
    'picture.ppm': latin('P6 100000 100000 255\n              '),
    'picture.fits': latin('SIMPLE  =                    T'.padEnd(2880)),
    'sound.wav': Buffer.concat([latin('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(32)]),
    'video.mp4': await clip('index-first.mp4'),
    'video.webm': await clip('clip-vp8.webm'),
    'list.m3u8': latin('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
  });

/** Pictures that browsers do not show. */
export const unshownPictures = async (): Promise<Hostile[]> =>
  named('IMAGE_TYPE_NOT_ACCEPTED', {
    'picture.tiff': await stillOf('tiff'),
    'picture.bmp': Buffer.concat([latin('BM'), Buffer.alloc(64)]),
    'picture.psd': Buffer.concat([latin('8BPS'), Buffer.alloc(64)]),
    'picture.jp2': Buffer.concat([hex('0000000c6a5020200d0a870a'), Buffer.alloc(64)]),
    'picture.jxl': Buffer.concat([hex('0000000c4a584c200d0a870a'), Buffer.alloc(64)]),
  });

const shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** Good pictures that end too early. */
export async function cutPictures(): Promise<Hostile[]> {
  const whole: Readonly<Record<string, Buffer>> = {
    jpg: await phonePhoto(400, 300),
    png: await stillOfNoise('png'),
    webp: await stillOf('webp', 300, 200),
    avif: await stillOf('avif', 300, 200),
    gif: await animation('gif', { frames: 4, width: 120, height: 90 }),
  };
  return Object.entries(whole).flatMap(([format, bytes]) =>
    shares.map((share) => ({
      name: `cut-at-${share * 100}%.${format}`,
      bytes: bytes.subarray(0, Math.floor(bytes.length * share)),
      code: 'IMAGE_DAMAGED' as const,
    })),
  );
}

const stillOfNoise = async (format: 'png'): Promise<Buffer> => {
  const { default: sharp } = await import('sharp');
  return sharp(await phonePhoto(300, 200))
    .toFormat(format)
    .toBuffer();
};

/** Heads that promise a picture, and nonsense behind them. */
export async function brokenPictures(): Promise<Hostile[]> {
  const png = await transparentPng();
  const jpeg = await phonePhoto();
  const webp = await stillOf('webp');
  return named('IMAGE_DAMAGED', {
    'html-behind-a-jpeg-head.jpg': Buffer.concat([hex('ffd8ffe000104a46494600010100000100010000'), html()]),
    'html-behind-a-png-head.png': Buffer.concat([hex('89504e470d0a1a0a'), html(), Buffer.alloc(16)]),
    'script-behind-a-gif-head.gif': Buffer.concat([latin('GIF89a/*'), latin('*/=1;alert(1)//'), html()]),
    'script-behind-a-webp-head.webp': Buffer.concat([latin('RIFF\x40\0\0\0WEBPVP8 '), html()]),
    'nonsense.avif': Buffer.concat([
      hex('0000001c'),
      latin('ftypavif\0\0\0\0avifmif1'),
      html(),
      Buffer.alloc(40),
    ]),
    'nonsense.heic': heicHead(),
    'wrong-check-sum.png': changed(png, 29, 0xff),
    'no-end.png': png.subarray(0, 33),
    'two-heads.png': Buffer.concat([png.subarray(0, 33), png.subarray(0, 33)]),
    'zero-by-zero.png': pngHead(0, 0),
    'zero-by-zero.gif': Buffer.concat([
      latin('GIF89a'),
      hex('00000000000000'),
      hex('2c00000000000000000000 3b'),
    ]),
    'no-tables.jpg': Buffer.concat([jpeg.subarray(0, 4), hex('ffda0008010100003f00'), Buffer.alloc(64)]),
    'endless-comment.jpg': Buffer.concat([hex('ffd8fffeffff'), Buffer.alloc(200, 65)]),
    'wrong-length.webp': changed(webp.subarray(0, 60), 16, 0xff),
    'negative-length.png': Buffer.concat([hex('89504e470d0a1a0affffffff'), latin('IHDR'), Buffer.alloc(32)]),
    'only-a-trailer.gif': Buffer.concat([latin('GIF89a'), hex('0a000a0000003b'), Buffer.alloc(8)]),
  });
}

function changed(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ value;
  return copy;
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function pngHead(width: number, height: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const rows = pngChunk('IDAT', deflateSync(Buffer.alloc(1024)));
  return Buffer.concat([
    hex('89504e470d0a1a0a'),
    pngChunk('IHDR', head),
    ...more,
    rows,
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function gifHead(width: number, height: number, frames: number): Buffer {
  const head = Buffer.concat([latin('GIF89a'), hex('0000 0000 80 00 00 000000 ffffff')]);
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const place = hex('2c 0000 0000 0000 0000 00');
  place.writeUInt16LE(width, 5);
  place.writeUInt16LE(height, 7);
  const frame = Buffer.concat([hex('21f90400 0a00 00 00'), place, hex('02 02 4c01 00')]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), hex('3b')]);
}

/** Writes nothing but the extended head that says how large it is. */
function webpHead(side: number): Buffer {
  const head = Buffer.concat([latin('RIFF\x16\0\0\0WEBPVP8X'), hex('0a000000 00000000 000000 000000')]);
  head.writeUIntLE(side - 1, 24, 3);
  head.writeUIntLE(side - 1, 27, 3);
  return head;
}

/** A lossless WebP of one colour: 16,383 px square in some kilobytes. */
async function webpBomb(side: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
}

/** Small files that would unpack to very much, by format. */
export const bombs = async (): Promise<Hostile[]> => [
  ...named('IMAGE_TOO_COMPLEX', {
    'bomb-30000.png': pngBomb(30_000),
    'bomb-16384.png': pngBomb(16_384),
    'bomb-wide.png': pngHead(2_000_000, 1),
    'bomb-8001.png': pngBomb(8001),
    'bomb-65535.gif': gifHead(65_535, 65_535, 1),
    'bomb-of-frames.gif': gifHead(600, 600, 201),
    'bomb-of-frames-and-pixels.gif': gifHead(4000, 4000, 10),
    'bomb-10000.webp': await webpBomb(10_000),
    'bomb-16383.webp': await webpBomb(16_383),
    'bomb-65500.jpg': hugeJpeg(await phonePhoto(), 65_500),
  }),
  ...named('IMAGE_DAMAGED', { 'bomb-head-only.webp': webpHead(16_384) }),
];

/** The frame's head (SOF) says that it has `side` pixels each way. */
function hugeJpeg(jpeg: Buffer, side: number): Buffer {
  const copy = Buffer.from(jpeg);
  for (let at = 2; at + 9 < copy.length; at += 2 + copy.readUInt16BE(at + 2)) {
    const marker = copy[at + 1] ?? 0;
    if (marker !== 0xc0 && marker !== 0xc2) continue;
    copy.writeUInt16BE(side, at + 5);
    copy.writeUInt16BE(side, at + 7);
    break;
  }
  return copy;
}
