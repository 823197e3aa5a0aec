import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { draft, picture, publish, upload } from '../../test/posts.ts';
import { imageForm, nothing, storedMedia } from '../../test/stored.ts';
import { Failure } from '../platform/failure.ts';

let harness: Harness;
let admin: Person;

beforeEach(async () => {
  harness = await createHarness({ config: { logLevel: 'silent' } });
  admin = await harness.admin();
});
afterEach(() => harness[Symbol.asyncDispose]());

describe('a picture in several sizes', () => {
  const large = (draftId?: string) => upload(admin, draftId, { width: 1400, height: 700 });
  const signature = /\?e=\d+&u=[\w-]+&s=[\w-]{43}$/;

  it('gives their addresses, narrowest first, which open for whom the picture opens', async () => {
    const file = await large();
    const { sources = [] } = file;
    expect(sources.map(({ width, type }) => [width, type])).toEqual([
      [320, 'image/webp'],
      [640, 'image/webp'],
      [1280, 'image/webp'],
    ]);
    const [stem = ''] = file.url.split('.jpg');
    expect(sources.map(({ url }) => url.replace(signature, ''))).toEqual(
      [320, 640, 1280].map((width) => `${stem}_thumb_${width}.webp`),
    );
    for (const { url } of sources) {
      const answer = await harness.guest.fetch(url);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(answer.headers.get('cache-control')).toBe('private, max-age=3600');
      expect((await harness.guest.fetch(url.replace(signature, ''))).status).toBe(404);
    }
    // A signature is for exactly its path.
    const [small, medium] = sources.map(({ url }) => url);
    const stolen = `${small?.replace(signature, '')}${signature.exec(medium ?? '')?.[0]}`;
    expect((await harness.guest.fetch(stolen)).status).toBe(404);
    expect((await harness.guest.fetch(small?.replace('_320.', '_321.') ?? '')).status).toBe(404);
  });

  it('shows them with the post, to everybody where that is public and to nobody else where it is not', async () => {
    const id = await draft(admin, 'gallery');
    const { url } = await large(id);
    const [shown] = (await publish(admin, id, { mediaUrls: [url] })).media;
    expect(shown?.sources).toHaveLength(3);
    const address = shown?.sources?.[0]?.url ?? '';
    expect(address).not.toContain('?');
    const answer = await harness.guest.fetch(address);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const etags = await Promise.all(
      [shown?.url, shown?.thumbnailUrl, ...(shown?.sources ?? []).map((source) => source.url)].map(
        async (each = '') => (await harness.guest.fetch(each, { method: 'HEAD' })).headers.get('etag'),
      ),
    );
    expect(new Set(etags).size).toBe(5);

    const hidden = await admin.call('posts.update', { params: { id }, body: { adminOnlyVisibility: true } });
    expect((await harness.guest.fetch(address)).status).toBe(404);
    const signed = hidden.body.data.post.media[0]?.sources?.[0]?.url ?? '';
    expect(signed).toMatch(signature);
    expect((await harness.guest.fetch(signed)).status).toBe(200);
  });

  it('goes with all of them, and none is left', async () => {
    const id = await draft(admin, 'gallery');
    const { url } = await large(id);
    expect((await storedMedia(harness)).files).toHaveLength(5);
    await publish(admin, id, { mediaUrls: [url] });
    await admin.call('posts.delete', { params: { id } });
    expect(await storedMedia(harness)).toEqual(nothing);
  });

  onOneServer('leaves none where one of them cannot be stored', async () => {
    const { storage } = harness.context;
    const adopt = storage.adopt.bind(storage);
    vi.spyOn(storage, 'adopt').mockImplementation(async (key, file) => {
      if (key.endsWith('_thumb_640.webp')) throw new Failure('STORAGE_FULL');
      return adopt(key, file);
    });
    const answer = await admin.fetch('/api/upload/image', {
      method: 'POST',
      body: imageForm(await picture({ width: 1400 })),
    });
    expect(answer.status).toBe(507);
    expect(await storedMedia(harness)).toEqual(nothing);
  });

  it('is an orphan with all of them', async () => {
    await large();
    harness.clock.forward(25 * 60 * 60 * 1000);
    const again = await harness.signIn('admin');
    const preview = await again.call('cleanup.mediaPreview', { query: {} });
    const names = preview.body.data.orphanedFiles.map(({ filename }) =>
      filename.replace(/^[a-z2-7]{32}/, ''),
    );
    expect(names.toSorted()).toEqual(
      ['.jpg', '_thumb.jpg', '_thumb_320.webp', '_thumb_640.webp', '_thumb_1280.webp'].toSorted(),
    );
  });

  it('from before there were any shows without them', async () => {
    const { url } = await large();
    const { db } = harness.context;
    await db.write((tx) => tx.updateTable('media').set({ source_widths: '' }).execute());
    const id = await draft(admin, 'gallery');
    expect((await publish(admin, id, { mediaUrls: [url] })).media[0]).not.toHaveProperty('sources');
  });
});
