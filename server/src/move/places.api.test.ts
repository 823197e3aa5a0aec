import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { gallery } from '../../test/posts.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createContext } from '../context.ts';
import { readConfig } from '../platform/config/config.ts';
import { isClosedSite, isUnfinishedMove } from '../platform/db/closed-site.ts';
import { findSecrets, loadSecrets, prepareDataDir } from '../platform/secrets/file.ts';
import { newKey } from '../platform/storage/keys.ts';
import { moveSite } from './move.ts';

let parts: AsyncDisposableStack;
let harness: Harness;
let dataDir: string;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  harness = parts.use(await createHarness({ config: { logLevel: 'silent' } }));
  await gallery(await harness.admin(), 1);
  dataDir = join(parts.use(temporaryDir()).path, 'site');
});
afterEach(() => parts.disposeAsync());

const settings = () => ({ DUET_DATA_DIR: dataDir, DUET_LOG_LEVEL: 'silent', DUET_FFMPEG: 'off' });

/** A place on SQLite, whose folder may be in use although its database is not. */
async function receiver() {
  const { secrets } = harness.context;
  const options = { exclusive: true, receiving: true, overrides: { secrets } };
  return parts.use(await createContext(readConfig(settings()).config, options));
}

type Place = Awaited<ReturnType<typeof receiver>>;

function move(to: Place) {
  const { signal } = new AbortController();
  return moveSite({ from: harness.context, to, sameStore: false, say: () => {}, signal });
}

it('refuses a store with files that the site has not, and leaves them there', async () => {
  const to = await receiver();
  const key = newKey('photos', 'jpg');
  await to.storage.write(key, Buffer.from('another family'));
  await expect(move(to)).rejects.toThrow('There is another site at the place of --to.');
  expect(await to.storage.stat(key)).not.toBeNull();
  expect(await isUnfinishedMove(to.db)).toBe(false);
  expect(await isClosedSite(harness.context.db)).toBe(false);
  await to.storage.remove(key);
  await move(to);
  expect(await isClosedSite(harness.context.db)).toBe(true);
});

it('takes a store that has a part of the files of this site', async () => {
  const to = await receiver();
  const { objects } = await harness.context.storage.list('photos', { limit: 1 });
  const [{ key } = { key: '' }] = objects;
  await to.storage.write(key, (await harness.context.storage.open(key)) ?? Buffer.of());
  expect((await move(to)).files).toBeGreaterThan(1);
});

it('refuses a folder with the secrets of another site, and leaves them there', async () => {
  prepareDataDir(dataDir);
  const theirs = loadSecrets(dataDir);
  const to = await receiver();
  await expect(move(to)).rejects.toThrow('secrets.json');
  expect(findSecrets(dataDir)).toEqual(theirs);
});
