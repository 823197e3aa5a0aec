import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from '../../../../test/faulty-proxy.ts';
import { type S3Server, startS3Server } from '../../../../test/s3-server.ts';
import { temporaryDir } from '../../../../test/temporary-dir.ts';
import type { Log } from '../../log.ts';
import { newKey } from '../keys.ts';
import { Bucket } from './bucket.ts';
import { S3Storage } from './s3-storage.ts';

const MiB = 1024 * 1024;
const hello = Buffer.from('hello');
const unavailable = { code: 'STORAGE_UNAVAILABLE' };
const log = { warn: vi.fn() } as unknown as Log;

let parts: AsyncDisposableStack;
let server: S3Server;
let proxy: FaultyProxy;
let bucket: Bucket;
let store: S3Storage;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  server = parts.use(await startS3Server());
  proxy = parts.use(await startFaultyProxy(server.port));
  const settings = { ...server.settings, endpoint: proxy.url };
  bucket = parts.use(await Bucket.connect(settings, { small: 500, body: 2000, idle: 500 }));
  store = new S3Storage({ bucket, scratchFolder: parts.use(temporaryDir()).path });
});
afterEach(() => parts.disposeAsync());

/** The first `times` requests fail. */
function first(times: number, fault: Fault): void {
  let left = times;
  proxy.faultOf = () => {
    left -= 1;
    return left >= 0 ? fault : 'none';
  };
}

describe.each(['unavailable', 'silent', 'cut', 'answerLost'] as const)('a request that is %s', (fault) => {
  it('is sent again, and nobody notices', async () => {
    const key = newKey('photos', 'jpg');
    first(1, fault);
    expect(await store.write(key, hello)).toMatchObject({ size: 5 });
    first(1, fault);
    expect(await store.stat(key)).toMatchObject({ size: 5 });
    first(2, fault);
    expect(await buffer((await store.open(key)) ?? Readable.from([]))).toEqual(hello);
    first(1, fault);
    expect((await store.list('photos', { limit: 5 })).objects).toHaveLength(1);
    first(1, fault);
    await store.remove(key);
    expect(await store.stat(key)).toBeNull();
  });

  it('fails with STORAGE_UNAVAILABLE when it goes on, and later it works by itself', async () => {
    const key = newKey('photos', 'jpg');
    await store.write(key, hello);
    proxy.faultOf = () => fault;
    for (let n = 0; n < 3; n += 1) {
      await expect(store.stat(key)).rejects.toMatchObject(unavailable);
      await expect(store.write(newKey('photos', 'jpg'), hello)).rejects.toMatchObject(unavailable);
    }
    const sent = proxy.count;
    await expect(store.open(key)).rejects.toMatchObject(unavailable);
    // It is known by now to fail: at most one request looks whether it still does.
    expect(proxy.count - sent).toBeLessThanOrEqual(1);
    proxy.faultOf = () => 'none';
    await eventually(async () => expect(await store.stat(key)).toMatchObject({ size: 5 }));
  });
});

describe('an object in parts', () => {
  const content = Buffer.alloc(20 * MiB, 'content');

  /** The fault of the request that completes it, each time that it is sent; answers how often it was. */
  function completing(fault: (time: number) => Fault): () => number {
    let times = 0;
    proxy.faultOf = ({ method, url = '' }) => {
      if (method !== 'POST' || !url.includes('uploadId=')) return 'none';
      times += 1;
      return fault(times);
    };
    return () => times;
  }

  it('whose last answer was lost is there', async () => {
    const lost = completing((time) => (time === 1 ? 'answerLost' : 'none'));
    const key = newKey('videos', 'mp4');
    expect(await store.write(key, content)).toMatchObject({ size: content.length });
    expect(lost()).toBe(2);
    expect(await store.stat(key)).toMatchObject({ size: content.length });
  });

  it('whose last answer was lost every time is there', async () => {
    const lost = completing(() => 'answerLost');
    expect(await store.write(newKey('videos', 'mp4'), content)).toMatchObject({ size: content.length });
    expect(lost()).toBe(3);
  });

  it('is waited for while the store is silent about its completion', async () => {
    const settings = { ...server.settings, endpoint: proxy.url };
    using patient = await Bucket.connect(settings, { small: 500, body: 20_000, idle: 500 });
    const slow = completing(() => 'slow');
    using dir = temporaryDir();
    const storage = new S3Storage({ bucket: patient, scratchFolder: dir.path });
    expect(await storage.write(newKey('videos', 'mp4'), content)).toMatchObject({ size: content.length });
    expect(slow()).toBe(1);
  });

  it('that cannot be begun lets go of the file that it is of', async () => {
    using dir = temporaryDir();
    const file = join(dir.path, 'video');
    await writeFile(file, content);
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    async function* read(): AsyncGenerator<Buffer> {
      try {
        yield* createReadStream(file);
      } finally {
        close();
      }
    }
    proxy.faultOf = ({ url = '' }) => (url.includes('uploads') ? 'unavailable' : 'none');
    await expect(store.write(newKey('videos', 'mp4'), read())).rejects.toMatchObject(unavailable);
    await closed;
  });

  it('that cannot be finished leaves nothing that is paid for', async () => {
    proxy.faultOf = ({ url = '' }) => (url.includes('partNumber=2') ? 'unavailable' : 'none');
    const key = newKey('videos', 'mp4');
    await expect(store.write(key, content)).rejects.toMatchObject(unavailable);
    proxy.faultOf = () => 'none';
    await eventually(async () => expect(await store.stat(key)).toBeNull());
    // The breaker may have kept its end from being told.
    await store.removeUnfinished(Date.now() + 1000);
    const command = new ListMultipartUploadsCommand({ Bucket: server.settings.bucket });
    expect((await server.client.send(command)).Uploads ?? []).toEqual([]);
  });
});

describe('at the start', () => {
  it('a bucket that is not there is told with the name of the setting', async () => {
    const settings = { ...server.settings, bucket: 'another' };
    using other = await Bucket.connect(settings);
    await expect(other.requireUsable(log)).rejects.toThrow(/^DUET_S3_BUCKET names a bucket .*another/);
    await bucket.requireUsable(log);
  });

  it('a store that does not answer is waited for', async () => {
    proxy.faultOf = () => 'unavailable';
    await bucket.requireUsable(log);
    expect(log.warn).toHaveBeenCalled();
  });
});
