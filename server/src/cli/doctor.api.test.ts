import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultyProxy } from '../../test/faulty-proxy.ts';
import { createHarness, type Harness } from '../../test/harness.ts';
import { callCommand, runCommand } from '../../test/run-command.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { TestSmtpServer } from '../../test/smtp-server.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { databaseKind } from '../../test/test-database.ts';
import type { S3Settings } from '../platform/config/config.ts';
import { createIds } from '../platform/ids.ts';
import { checkCdn } from './doctor/cdn.ts';
import { clockOf, schemaOf } from './doctor/database.ts';
import { roomOn } from './doctor/disk.ts';
import type { Finding } from './doctor/finding.ts';
import { checkMail } from './doctor/mail.ts';
import { checkVersions } from './doctor/programs.ts';
import { checkProxy } from './doctor/proxy.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
  await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

/** Calls the command beside the running server, or with `by` runs it in a process of its own. */
async function doctor(settings: Record<string, string> = {}, by: typeof runCommand = callCommand) {
  const port = new URL(harness.url).port;
  const more = { DUET_PORT: port, DUET_FFMPEG: 'off', ...settings };
  const { code, output, errors } = await by(harness.context.config, ['doctor', '--json'], { settings: more });
  const { healthy, findings } = JSON.parse(output) as { healthy: boolean; findings: Finding[] };
  const of = (subject: string) => findings.filter((each) => each.subject === subject);
  return { code, errors, healthy, findings, of };
}

/** The files of the data folder, without those that SQLite makes to read. */
async function listing() {
  const { dataDir } = harness.context.config;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

describe('doctor', () => {
  it('finds a site whole beside its running server, and changes nothing', async () => {
    const before = await listing();
    const { code, errors, healthy, findings, of } = await doctor({}, runCommand);
    expect([code, errors, healthy]).toEqual([0, '', true]);
    const subjects = [
      'settings',
      'data folder',
      'keys',
      'disk',
      'database',
      'tables',
      'clock',
      'storage',
      'server',
    ];
    for (const subject of subjects) expect(of(subject).map(({ result }) => result)).toEqual(['ok']);
    expect(findings.filter(({ result }) => result === 'fault')).toEqual([]);
    expect(await listing()).toEqual(before);
  });

  it('says each line with its mark for a person', async () => {
    const { code, output } = await runCommand(harness.context.config, ['doctor'], {
      settings: { DUET_PORT: '1', DUET_FFMPEG: '/nowhere/ffmpeg' },
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^ok {5}settings {5}Every setting can be used\.$/m);
    expect(output).toMatch(
      /^FAULT {2}ffmpeg {7}\/nowhere\/ffmpeg does not answer.* leave DUET_FFMPEG out\.$/m,
    );
    expect(output).toMatch(/^note {3}server {7}No server of Duet answers at http:\/\/127\.0\.0\.1:1\./m);
  });

  it('names every wrong setting', async () => {
    const { code, errors, of } = await doctor({ DUET_PORT: 'x', DUET_LOG_LEVEL: 'loud' }, runCommand);
    expect([code, errors]).toEqual([1, '2 faults.\n']);
    expect(of('settings').map(({ result }) => result)).toEqual(['fault', 'fault']);
  });

  it('finds keys and a folder that others can read', async () => {
    const { dataDir } = harness.context.config;
    await chmod(join(dataDir, 'secrets.json'), 0o644);
    await chmod(dataDir, 0o755);
    const { code, of } = await doctor();
    await chmod(dataDir, 0o700);
    await chmod(join(dataDir, 'secrets.json'), 0o600);
    expect(code).toBe(1);
    expect(of('data folder')[0]).toMatchObject({ result: 'fault', mend: `Run: chmod 700 ${dataDir}` });
    expect(of('keys')[0]).toMatchObject({ result: 'fault', mend: `Run: chmod 600 ${dataDir}/secrets.json` });
  });

  it('finds that no file can be stored', async () => {
    const { dataDir } = harness.context.config;
    await rename(join(dataDir, 'tmp'), join(dataDir, 'tmp-away'));
    await writeFile(join(dataDir, 'tmp'), '');
    const { code, of } = await doctor();
    await rm(join(dataDir, 'tmp'));
    await rename(join(dataDir, 'tmp-away'), join(dataDir, 'tmp'));
    expect([code, of('storage')[0]?.result]).toEqual([1, 'fault']);
  });

  it('makes nothing in a folder that is no site', async () => {
    using dir = temporaryDir();
    const { code, of } = await doctor({ DUET_DATA_DIR: join(dir.path, 'typo') });
    expect([code, of('data folder')[0]?.result, of('storage')]).toEqual([1, 'fault', []]);
    expect(await readdir(dir.path)).toEqual([]);
  });

  it('says of nightly backups into folders that they are without a database that is PostgreSQL’s', async () => {
    using dir = temporaryDir();
    const folder = join(dir.path, 'nightly');
    await mkdir(folder);
    const { of } = await doctor({ DUET_BACKUP_DIR: folder });
    const withoutDatabase = expect.objectContaining({
      result: 'note',
      says: expect.stringContaining('without the database'),
    });
    expect(of('backups')).toEqual([
      databaseKind === 'postgres' ? withoutDatabase : expect.objectContaining({ result: 'ok' }),
    ]);
  });

  it('finds a database that is damaged or does not answer', async () => {
    using dir = temporaryDir();
    const site = join(dir.path, 'site');
    await mkdir(site, { mode: 0o700 });
    for (const file of ['duet.db', 'secrets.json'])
      await writeFile(join(site, file), Buffer.alloc(20_000, 'no '), { mode: 0o600 });
    const settings =
      databaseKind === 'sqlite' ? { DUET_DATA_DIR: site } : { DUET_DATABASE_URL: 'postgres://127.0.0.1:1/x' };
    const { code, of } = await doctor(settings);
    expect([code, of('database')[0]?.result]).toEqual([1, 'fault']);
    expect(of('database')[0]?.says).toMatch(databaseKind === 'sqlite' ? /damaged/ : /cannot be reached/);
  });
});

describe('the storage', () => {
  const settingsOf = ({ bucket, ...s3 }: S3Settings) => ({
    DUET_S3_ENDPOINT: s3.endpoint ?? '',
    DUET_S3_REGION: s3.region,
    DUET_S3_BUCKET: bucket,
    DUET_S3_ACCESS_KEY_ID: s3.accessKeyId,
    DUET_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    DUET_S3_PATH_STYLE: '1',
    DUET_SECRET_KEY: databaseKind === 'postgres' ? Buffer.alloc(32, 7).toString('base64') : '',
  });

  it('of a bucket is tried as well, and a wrong bucket said', async () => {
    await using store = await startS3Server();
    const whole = await doctor(settingsOf(store.settings));
    expect(whole.of('storage').map(({ result, says }) => [result, says])).toEqual([
      ['ok', expect.stringContaining('stored, read and removed')],
    ]);
    const wrong = await doctor(settingsOf({ ...store.settings, bucket: 'nowhere' }));
    expect([wrong.code, wrong.of('storage')[0]?.result]).toEqual([1, 'fault']);
    expect(wrong.of('storage')[0]?.says).toContain('nowhere');
  });
});

describe('the CDN', () => {
  it('is asked for a file that was just stored', async () => {
    await using store = await startS3Server();
    await using cdn = await startFaultyProxy(store.port);
    const { settings: s3 } = store;
    const cdnUrl = `${cdn.url}/${s3.bucket}`;
    const check = (settings: Partial<Parameters<typeof checkCdn>[0]> = {}) =>
      checkCdn({ dataDir: harness.context.config.dataDir, publicUrl: null, s3, cdnUrl, ...settings });
    // It has files and lists none, as it should.
    cdn.faultOf = ({ url = '' }) => (url.includes('.jpg') ? 'none' : 'unavailable');
    expect(await check()).toEqual([
      { subject: 'cdn', result: 'ok', says: expect.stringContaining('has what is stored'), mend: null },
    ]);
    cdn.faultOf = () => 'none';
    expect(await check()).toEqual([
      expect.objectContaining({ result: 'ok' }),
      expect.objectContaining({ result: 'fault', says: expect.stringContaining('lists the names') }),
    ]);
    cdn.faultOf = () => 'unavailable';
    expect(await check()).toEqual([
      expect.objectContaining({ result: 'fault', says: expect.stringContaining('answers 503') }),
    ]);
    expect(await check({ cdnUrl: 'http://127.0.0.1:1' })).toEqual([
      expect.objectContaining({ result: 'fault', says: expect.stringContaining('cannot be tried') }),
    ]);
    expect(await check({ publicUrl: 'https://duet.example.org' })).toEqual([
      expect.objectContaining({ result: 'fault', mend: expect.stringContaining('begin with https') }),
    ]);
    expect(await check({ cdnUrl: null })).toEqual([]);
    const { KeyCount } = await store.client.send(new ListObjectsV2Command({ Bucket: s3.bucket }));
    expect(KeyCount ?? 0).toBe(0);
  });
});

describe('the way through the proxy', () => {
  /** A proxy in front of the harness's server, which sets these headers. */
  async function proxy(headers: Record<string, string>) {
    const server = createServer(async (request, response) => {
      const answer = await fetch(harness.url + request.url, { headers });
      response.writeHead(answer.status).end(await answer.text());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      publicUrl: `http://127.0.0.1:${port}`,
      [Symbol.dispose]: () => void server.close(),
    };
  }
  const here = () => ({ host: '127.0.0.1', port: Number(new URL(harness.url).port), trustProxy: [] });

  it('is at fault where the proxy does not forward whose request it is', async () => {
    using through = await proxy({});
    const [, finding] = await checkProxy({ ...here(), publicUrl: through.publicUrl });
    expect(finding).toMatchObject({
      result: 'fault',
      says: expect.stringContaining('does not say whose requests'),
    });
  });

  it('is at fault where the word of the proxy is not believed', async () => {
    using through = await proxy({ 'x-forwarded-for': '203.0.113.7' });
    const [, finding] = await checkProxy({ ...here(), publicUrl: through.publicUrl });
    expect(finding).toMatchObject({ result: 'fault', mend: expect.stringContaining('DUET_TRUST_PROXY') });
  });

  it('is right where it is', async () => {
    await using site = await createHarness({ config: { trustProxy: ['127.0.0.1'] } });
    const server = createServer(async (request, response) => {
      // Whoever asks is this machine itself, as a doctor beside the proxy is.
      const answer = await fetch(site.url + request.url, { headers: { 'x-forwarded-for': '127.0.0.1' } });
      response.writeHead(answer.status).end(await answer.text());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const port = Number(new URL(site.url).port);
    const findings = await checkProxy({ host: '0.0.0.0', port, publicUrl, trustProxy: ['127.0.0.1'] });
    server.close();
    expect(findings.map(({ result }) => result)).toEqual(['ok', 'ok']);
  });

  it('is at fault where nothing answers, or with an error', async () => {
    const [, nothing] = await checkProxy({ ...here(), publicUrl: 'http://127.0.0.1:1' });
    expect(nothing).toMatchObject({ result: 'fault', says: expect.stringContaining('cannot be reached') });
    const broken = createServer((_request, response) => void response.writeHead(502).end());
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const publicUrl = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    const [, answered] = await checkProxy({ ...here(), publicUrl });
    broken.close();
    expect(answered).toMatchObject({ result: 'fault', says: `${publicUrl} answers with 502.` });
  });
});

describe('mail', () => {
  it('is a note without a mail server, and is tried with one, account included', async () => {
    expect((await checkMail({ mail: null })).result).toBe('note');
    await using smtp = await new TestSmtpServer().start();
    const mail = smtp.settings();
    expect((await checkMail({ mail })).result).toBe('ok');
    const credentials = { user: 'duet', pass: 'wrong' };
    expect(await checkMail({ mail: { ...mail, server: { ...mail.server, credentials } } })).toMatchObject({
      result: 'fault',
      says: expect.stringContaining('535'),
    });
    await smtp.stop();
    expect((await checkMail({ mail })).result).toBe('fault');
  });
});

describe('single findings', () => {
  it('tell a clock that is behind what was written, or differs from the database', () => {
    const now = Date.now();
    const later = createIds(() => now + 60_000).next();
    expect(clockOf({ clocks: null, newestIds: [later] }, now)).toMatchObject({ result: 'fault' });
    expect(clockOf({ clocks: null, newestIds: [createIds(() => now).next()] }, now).result).toBe('ok');
    const clocks = { database: now, here: now + 5000 };
    expect(clockOf({ clocks, newestIds: [] }, now)).toMatchObject({
      result: 'fault',
      says: "This machine is 5.0 s ahead of PostgreSQL's.",
    });
  });

  it('tell tables of a newer program, of none and of an older one', () => {
    expect(schemaOf({ migrations: new Set(['0001_foundation', '9999_later']) })).toMatchObject({
      result: 'fault',
    });
    expect(schemaOf({ migrations: new Set() })).toMatchObject({ result: 'fault' });
    expect(schemaOf({ migrations: new Set(['0001_foundation']) })).toMatchObject({ result: 'note' });
  });

  it('tell how much room is too little for what', () => {
    const [MB, GB] = [1e6, 1e9];
    expect(roomOn({ free: 10 * MB, total: 100 * GB }, 0).says).toContain('pictures and videos are refused');
    expect(roomOn({ free: 2 * GB, total: 100 * GB }, 0).says).toContain(': videos are refused');
    expect(roomOn({ free: 20 * GB, total: 100 * GB }, 30 * GB)).toMatchObject({ result: 'note' });
    expect(roomOn({ free: 20 * GB, total: 100 * GB }, GB)).toMatchObject({ result: 'ok' });
  });

  it('tell a Node that is too old', () => {
    expect(checkVersions('20.11.0')[0]).toMatchObject({ result: 'fault' });
    expect(checkVersions('24.0.0')[0]).toMatchObject({ result: 'ok' });
  });
});
