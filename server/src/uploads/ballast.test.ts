import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness } from '../../test/harness.ts';
import { picture } from '../../test/posts.ts';
import { imageForm, nothing, storedMedia } from '../../test/stored.ts';
import { mountVolume, realDisk } from '../../test/volume.ts';
import { Ballast } from '../platform/storage/ballast.ts';

const mayMount = mountVolume();
mayMount?.[Symbol.dispose]();

if (mayMount) {
  it('a disk that is filled to its last byte takes no picture, and people can still sign in', async () => {
    using volume = mountVolume();
    if (!volume) throw new Error('a moment ago one could be mounted');
    const { folder } = volume;
    await using harness = await createHarness({
      config: { logLevel: 'silent', dataDir: folder },
      keepBallast: true,
    });
    const admin = await harness.admin();
    await eventually(() => expect(existsSync(join(folder, 'ballast'))).toBe(true));
    await realDisk(folder).fill();
    const body = imageForm(await picture({ width: 900 }));
    const answer = await admin.fetch('/api/upload/image', { method: 'POST', body });
    expect([answer.status, await answer.json()]).toEqual([
      507,
      expect.objectContaining({ code: 'STORAGE_FULL' }),
    ]);
    expect(await storedMedia(harness)).toEqual(nothing);
    for (let n = 0; n < 25; n += 1) await harness.signIn('admin');
    // What had no room before the ballast was given up: the database has grown, and the file is gone.
    expect(existsSync(join(folder, 'ballast'))).toBe(false);
  }, 60_000);
} else {
  it('the ballast is given up for the database (no volume can be mounted here, so none is filled)', async () => {
    const release = vi.spyOn(Ballast.prototype, 'release');
    await using harness = await createHarness({ config: { logLevel: 'silent' }, keepBallast: true });
    await harness.admin();
    expect(release).not.toHaveBeenCalled();
    await eventually(() => expect(existsSync(join(harness.context.config.dataDir, 'ballast'))).toBe(true));
  });
}
