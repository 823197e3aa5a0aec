import { copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { gallery } from '../../test/posts.ts';
import { callCommand, runCommand } from '../../test/run-command.ts';
import { storedMedia } from '../../test/stored.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { databaseKind } from '../../test/test-database.ts';

let harness: Harness;
let dir: ReturnType<typeof temporaryDir>;
beforeAll(async () => {
  harness = await createHarness();
  dir = temporaryDir();
  await gallery(await harness.admin(), 2);
});
afterAll(async () => {
  await rm(`${harness.context.config.dataDir}-backups`, { recursive: true, force: true });
  await harness[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

/** Calls a command, beside the running server where the data folder is that one's; with `by`, in a process of its own. */
const duet = (
  words: readonly string[],
  dataDir = harness.context.config.dataDir,
  by: typeof runCommand = callCommand,
) => by({ dataDir, databaseUrl: harness.context.config.databaseUrl }, words);

describe('backup and restore', () => {
  it('carry a site from a running server into an empty data folder', async () => {
    const [folder, dataDir] = [join(dir.path, 'backup'), join(dir.path, 'data')];
    const taken = await duet(['backup', folder], undefined, runCommand);
    expect([taken.code, taken.errors]).toEqual([0, '']);
    const files = (await storedMedia(harness)).files.length;
    expect(taken.output).toContain(`${files} files, `);
    expect(taken.output.includes('pg_dump')).toBe(databaseKind === 'postgres');
    const back = await duet(['restore', folder], dataDir, runCommand);
    expect([back.code, back.errors]).toEqual([0, '']);
    expect(taken.output).toContain('The keys of the site (secrets.json) are in it');
    expect(back.output).not.toContain('ATTENTION');
    expect(back.output).toContain(`${files} files and the site as of `);
    const stored = await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true });
    expect(stored.filter((entry) => entry.isFile())).toHaveLength(files);
  });

  it('go by the date where no folder is named', async () => {
    const { dataDir } = harness.context.config;
    const { code, output } = await duet(['backup']);
    expect(code).toBe(0);
    expect(output).toMatch(/-backups\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ: /);
    expect(await readdir(`${dataDir}-backups`)).toHaveLength(1);
  });

  it('without the keys say what that means, at the backup and at the restore', async () => {
    const [folder, elsewhere] = [join(dir.path, 'no-keys'), join(dir.path, 'elsewhere')];
    const taken = await duet(['backup', folder, '--without-secrets']);
    expect(taken.code).toBe(0);
    expect(taken.output).toContain('ATTENTION: the keys of the site are not in it.');
    expect(await readdir(folder)).not.toContain('secrets.json');
    const back = await duet(['restore', folder], elsewhere);
    expect(back.code).toBe(0);
    expect(back.output).toContain('ATTENTION: the keys of the site (secrets.json) were not in the backup');
    expect(back.output).toContain('1 of 1 people cannot sign in with their password');
    expect(back.output).toContain('Notifications reach nobody');
    // With the keys put back all is as before.
    const { dataDir } = harness.context.config;
    await copyFile(join(dataDir, 'secrets.json'), join(elsewhere, 'secrets.json'));
    const again = await duet(['restore', folder], elsewhere);
    expect([again.code, again.errors]).toEqual([0, '']);
    expect(again.output).toContain('The keys of the site (secrets.json) stayed; they fit.');
    expect(again.output).not.toContain('ATTENTION');
  });

  it('say what is wrong', async () => {
    const none = await duet(['restore', join(dir.path, 'nothing')]);
    expect([none.code, none.errors]).toEqual([
      1,
      `${join(dir.path, 'nothing')} is no backup, or one that did not end: manifest.json is not there.\n`,
    ]);
    expect((await duet(['restore'])).errors).toContain('The FOLDER of the backup is missing.');
    expect((await duet(['backup', 'a', 'b'])).errors).toContain('Only one FOLDER is taken');
    const inUse = await duet(['restore', join(dir.path, 'backup')], undefined, runCommand);
    expect([inUse.code, inUse.errors]).toEqual([
      1,
      `Another Duet server uses the data folder ${harness.context.config.dataDir}. Stop it, or set DUET_DATA_DIR to another folder.\n`,
    ]);
  });
});
