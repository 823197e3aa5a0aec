import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { clip } from '../../../test/uploads.ts';
import { isThere, readOnlyVideos, runTool } from './ffmpeg.ts';
import { convert, probe } from './ffmpeg-jobs.ts';
import { ConversionFault } from './video.ts';

const present = await isThere('ffmpeg');
const dir = temporaryDir();
afterAll(() => dir[Symbol.dispose]());

const inDir = (name: string) => join(dir.path, name);
const lines = async (program: string, ...args: string[]) => {
  const said: string[] = [];
  const ended = await runTool({ program, args, timeoutMs: 10_000, onLine: (line) => said.push(line) });
  return { ...ended, said };
};

describe('a tool that runs', () => {
  it('knows nothing of the server’s environment and is bounded', async () => {
    process.env.DUET_TEST_SECRET = 'not for it';
    const { said } = await lines('/bin/sh', '-c', 'env; ulimit -t; ulimit -v; nice');
    delete process.env.DUET_TEST_SECRET;
    expect(said.join()).not.toContain('not for it');
    expect(said).toEqual(
      expect.arrayContaining(['14400', '3145728', String(Math.min(19, getPriority() + 10))]),
    );
  });

  it('has no network where the system lets it go without', async () => {
    const mayBeAlone = (() => {
      try {
        execFileSync('unshare', ['--map-root-user', '--net', 'true'], { stdio: 'ignore' });
        return true;
      } catch {
        return false;
      }
    })();
    const { said } = await lines('/bin/sh', '-c', 'readlink /proc/self/ns/net');
    const own = process.platform === 'linux' ? readlinkSync('/proc/self/ns/net') : '';
    expect(said[0] !== own).toBe(mayBeAlone);
  });

  it('is ended after its time', async () => {
    const { ok, timedOut } = await runTool({ program: 'sleep', args: ['20'], timeoutMs: 100 });
    expect([ok, timedOut]).toEqual([false, true]);
  });
});

const allowed = (option: string) => readOnlyVideos[readOnlyVideos.indexOf(option) + 1]?.split(',') ?? [];

it('what it may read are files alone, the containers that are taken, and no decoder of games and broadcast', () => {
  expect(allowed('-protocol_whitelist')).toEqual(['file']);
  for (const format of ['hls', 'concat', 'dash', 'image2', 'lavfi', 'rawvideo', 'tty', 'sdp']) {
    expect(allowed('-format_whitelist')).not.toContain(format);
  }
  for (const codec of ['magicyuv', 'ffv1', 'zmbv', 'roq', 'smackvideo', 'ansi', 'png', 'gif', 'rasc']) {
    expect(allowed('-codec_whitelist')).not.toContain(codec);
  }
});

describe(`ffmpeg, which is ${present ? 'on this machine' : 'NOT on this machine: that nothing is read is tried'}`, () => {
  const make = (name: string, codec: string) =>
    execFileSync('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1:r=5', '-c:v', codec, '-y', inDir(name)],
    ]);

  it('reads what cameras make and nothing else', async () => {
    await writeFile(inDir('clip.avi'), await clip('clip.avi'));
    const seen = await probe('ffmpeg', inDir('clip.avi'));
    if (!present) return expect(seen).toBeNull();
    expect(seen).toMatchObject({ width: 160, height: 120 });
    make('odd.avi', 'ffv1');
    const into = inDir('out.mp4');
    const conversion = {
      source: inDir('odd.avi'),
      into,
      duration: 1,
      onProgress() {},
      signal: AbortSignal.timeout(20_000),
    };
    await expect(convert('ffmpeg', conversion)).rejects.toBeInstanceOf(ConversionFault);
  }, 30_000);

  it('follows no address and opens no other file', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const lists = {
      'list.m3u8': `#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:${port}/a.ts\n#EXT-X-ENDLIST\n`,
      'list.txt': `ffconcat version 1.0\nfile 'http://127.0.0.1:${port}/a.mp4'\n`,
      'list.mpd': `<MPD><Period><BaseURL>http://127.0.0.1:${port}/</BaseURL></Period></MPD>`,
    };
    for (const [name, text] of Object.entries(lists)) {
      await writeFile(inDir(name), text);
      expect(await probe('ffmpeg', inDir(name))).toBeNull();
    }
    expect(await probe('ffmpeg', `http://127.0.0.1:${port}/a.mp4`)).toBeNull();
    server.close();
    expect(asked).toBe(0);
  }, 30_000);
});
