import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { upload } from '../../test/posts.ts';
import { storedMedia } from '../../test/stored.ts';
import { nameOf, strayFile } from '../../test/stray-files.ts';

const day = 24 * 60 * 60 * 1000;
const all = ['photos', 'videos', 'profile'] as const;
const confirmed = { confirm: 'DELETE_UNUSED_MEDIA' } as const;
const execution = { directories: [...all], ...confirmed };

let harness: Harness;
let admin: Person;

beforeEach(async () => {
  harness = await createHarness({ config: { logLevel: 'silent' } });
  admin = await harness.admin();
});
afterEach(() => harness[Symbol.asyncDispose]());

const preview = async (directories?: string) =>
  (await admin.call('cleanup.mediaPreview', { query: { directories } })).body.data;

/** So long that sessions end; the admin signs in again. */
async function pass(ms: number): Promise<void> {
  harness.clock.forward(ms);
  admin = await harness.signIn('admin');
}

describe('very many files', () => {
  /** As many empty files as that, which no row knows. */
  async function strays(count: number): Promise<string[]> {
    const keys: string[] = [];
    for (let n = 0; n < count; n += 1) {
      keys.push(await strayFile(harness, 'photos', 5 * day, { content: 'x' }));
    }
    return keys;
  }

  it('are all counted, and the oldest named', async () => {
    await strays(2100);
    const oldest = await strayFile(harness, 'photos', 50 * day);
    const { stats, orphanedFiles } = await preview();
    expect(stats.removed).toBe(2101);
    expect(orphanedFiles).toHaveLength(1000);
    expect(orphanedFiles[0]).toMatchObject({ filename: nameOf(oldest), age: 50, reason: 'unknown' });
  }, 30_000);

  it('are looked through and deleted call by call when one has not the time', async () => {
    const keys = await strays(2500);
    const { storage } = harness.context;
    const list = storage.list.bind(storage);
    // Each look at a folder takes longer than a call may.
    vi.spyOn(storage, 'list').mockImplementation(async (directory, page) => {
      const found = await list(directory, page);
      harness.clock.forward(16_000);
      return found;
    });
    const seen: number[] = [];
    const usage: number[] = [];
    for (let after: string | undefined; seen.length === 0 || after; ) {
      const { body } = await admin.call('cleanup.mediaPreview', { query: { after } });
      seen.push(body.data.stats.removed);
      after = body.data.next;
    }
    for (let after: string | undefined; usage.length === 0 || after; ) {
      const { body } = await admin.call('cleanup.mediaStats', { query: { after } });
      usage.push(body.data.directories.photos.fileCount);
      after = body.data.next;
    }
    const removed: number[] = [];
    for (let after: string | undefined; removed.length === 0 || after; ) {
      const { body } = await admin.call('cleanup.mediaExecute', { body: { ...execution, after } });
      removed.push(body.data.stats.removed);
      after = body.data.next;
    }
    for (const parts of [seen, usage, removed]) {
      expect(parts.length).toBeGreaterThan(2);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(keys.length);
    }
    expect((await storedMedia(harness)).files).toEqual([]);
  }, 30_000);

  it('of one picture are never parted between two calls', async () => {
    for (let n = 0; n < 3; n++) await upload(admin);
    await pass(2 * day);
    const { storage } = harness.context;
    const list = storage.list.bind(storage);
    vi.spyOn(storage, 'list').mockImplementation(async (directory, page) => {
      const found = await list(directory, { ...page, limit: 1 });
      harness.clock.forward(16_000);
      return found;
    });
    const { files } = await storedMedia(harness);
    const removed: number[] = [];
    for (let after: string | undefined; removed.length === 0 || after; ) {
      const { body } = await admin.call('cleanup.mediaExecute', { body: { ...execution, after } });
      removed.push(body.data.stats.removed);
      after = body.data.next;
    }
    expect(removed.filter((count) => count > 0)).toEqual(Array(3).fill(files.length / 3));
  });
});
