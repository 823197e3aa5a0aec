import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { transparentPng } from '../../test/pictures.ts';
import { upload } from '../../test/posts.ts';
import { imageForm } from '../../test/stored.ts';
import { currentSite } from '../platform/site/settings.ts';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const change = (body: Record<string, unknown>) => admin.send('site.change', body);
const status = async (address: string) => (await harness.guest.fetch(address)).status;
const withoutQuery = (address: string) => address.split('?')[0] ?? '';

describe('the cover', () => {
  it('is an uploaded picture, which everybody may see from then on, and no longer when it is taken away', async () => {
    const { url } = await upload(admin);
    const address = withoutQuery(url);
    expect(await status(address)).toBe(404);
    const set = await change({ coverUrl: url });
    expect([set.status, set.body.data.site.coverUrl]).toEqual([200, address]);
    expect(await status(address)).toBe(200);
    const { url: second } = await upload(admin);
    expect((await change({ coverUrl: second })).body.data.site.coverUrl).toBe(withoutQuery(second));
    expect(await status(address)).toBe(404);
    expect((await change({ coverUrl: null })).body.data.site.coverUrl).toBeNull();
    expect(await status(withoutQuery(second))).toBe(404);
  });

  it('that is not there is refused, and nothing else of the call is kept', async () => {
    const missing = `/media/photos/aa/${'a'.repeat(32)}.jpg`;
    for (const field of ['coverUrl', 'iconUrl']) {
      const { status, body } = await change({ [field]: missing, name: 'Never' });
      expect([field, status, body.code]).toEqual([field, 409, 'MEDIA_GONE']);
    }
    expect((await admin.call('site.show')).body.data.site.name).toBe('Duet');
  });

  it('is no orphan, however old', async () => {
    const { url } = await upload(admin);
    await change({ coverUrl: url });
    harness.clock.forward(3 * 86_400_000);
    const boss = await harness.signIn('admin');
    const preview = await boss.call('cleanup.mediaPreview');
    expect(JSON.stringify(preview.body)).not.toContain(withoutQuery(url));
    admin = boss;
  });
});

describe('the icon', () => {
  const pixels = async (address: string) => {
    const answer = await harness.guest.fetch(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    return sharp(Buffer.from(await answer.arrayBuffer()));
  };

  it('is made into every size of a picture that fills it', async () => {
    const { url } = await upload(admin, undefined, { width: 700, height: 500 });
    const set = await change({ iconUrl: url });
    expect([set.status, set.body.data.site.iconUrl]).toEqual([
      200,
      expect.stringMatching(/^\/media\/photos\/.*\.png$/),
    ]);
    const { iconPaths } = await currentSite(harness.context);
    const sizes = await Promise.all(
      Object.entries(iconPaths ?? {}).map(async ([size, path]) => {
        const { width, height } = await (await pixels(`/media/${path}`)).metadata();
        return [size, width, height];
      }),
    );
    expect(sizes).toEqual([
      ['32', 32, 32],
      ['180', 180, 180],
      ['192', 192, 192],
      ['512', 512, 512],
      ['maskable-192', 192, 192],
      ['maskable-512', 512, 512],
    ]);
    const again = await change({ iconUrl: set.body.data.site.iconUrl });
    expect(again.body.data.site.iconUrl).toBe(set.body.data.site.iconUrl);
    expect((await change({ iconUrl: null })).body.data.site.iconUrl).toBeNull();
    for (const path of Object.values(iconPaths ?? {})) expect(await status(`/media/${path}`)).toBe(404);
  });

  it('of a picture that one sees through stands on paper, within what every mask leaves', async () => {
    const form = imageForm(await transparentPng(300, 300), { name: 'logo.png', type: 'image/png' });
    const { file } = (await admin.send('media.uploadImage', form)).body.data;
    await change({ iconUrl: file.url });
    const { iconPaths } = await currentSite(harness.context);
    const colourAt = async (size: 'maskable-512' | '512' | '180', x: number, y: number) => {
      const image = await pixels(`/media/${iconPaths?.[size]}`);
      const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
    };
    expect(await colourAt('maskable-512', 20, 256)).toEqual([251, 247, 244, 255]);
    expect((await colourAt('maskable-512', 256, 256))[3]).toBe(255);
    expect(await colourAt('maskable-512', 256, 256)).not.toEqual([251, 247, 244, 255]);
    expect((await colourAt('512', 4, 4))[3]).toBe(128);
    expect((await colourAt('180', 4, 4))[3]).toBe(255);
  });
});
