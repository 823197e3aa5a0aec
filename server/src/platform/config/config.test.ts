import { describe, expect, it } from 'vitest';
import { type ConfigError, readConfig } from './config.ts';
import { configurationMarkdown, configurationTable } from './document.ts';

function faults(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).lines;
  }
}

describe('configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      config: {
        host: '127.0.0.1',
        port: 3180,
        dataDir: `${process.cwd()}/data`,
        publicUrl: null,
        trustProxy: [],
        rateLimit: 1,
        logLevel: 'info',
        databaseUrl: null,
        s3: null,
        cdnUrl: null,
        secretKey: null,
        formerSecretKey: null,
        backupDir: null,
        backupTo: null,
        backupS3: null,
        backupPassphraseFile: null,
        backupKeep: 14,
        backupSecrets: true,
        dumpDir: null,
        registration: null,
        mail: null,
        pushServices: [],
        ffmpeg: 'ffmpeg',
        ffmpegNamed: false,
      },
      warnings: [],
    });
  });

  it('takes an empty value for none', () => {
    expect(readConfig({ DUET_PORT: '', DUET_PUBLIC_URL: '' }).config).toMatchObject({
      port: 3180,
      publicUrl: null,
    });
  });

  it('reads all', () => {
    const { config } = readConfig({
      DUET_HOST: '0.0.0.0',
      DUET_PORT: '0',
      DUET_DATA_DIR: '/var/lib/duet',
      DUET_PUBLIC_URL: 'https://Duet.example.org/',
      DUET_TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8,::ffff:10.0.0.0/104',
      DUET_RATE_LIMIT: '0.5',
      DUET_LOG_LEVEL: 'debug',
      DUET_DATABASE_URL: 'postgres://duet:x@localhost/duet',
      DUET_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      DUET_BACKUP_DIR: '/var/backups/duet',
      DUET_DUMP_DIR: '/var/backups/duet',
      DUET_BACKUP_SECRETS: '0',
      DUET_REGISTRATION: 'closed',
      DUET_FFMPEG: 'off',
      DUET_PUSH_SERVICES: 'http://127.0.0.1:8000, https://push.example.org',
      DUET_SMTP_URL: 'smtps://duet%40example.org:s%2Fcret@Mail.example.org',
      DUET_MAIL_FROM: 'Ana & Radu <duet@example.org>',
    });
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 0,
      dataDir: '/var/lib/duet',
      publicUrl: 'https://duet.example.org',
      trustProxy: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::ffff:10.0.0.0/104'],
      rateLimit: 0.5,
      logLevel: 'debug',
      databaseUrl: 'postgres://duet:x@localhost/duet',
      s3: null,
      cdnUrl: null,
      secretKey: Buffer.alloc(32, 7),
      formerSecretKey: null,
      backupDir: '/var/backups/duet',
      backupTo: null,
      backupS3: null,
      backupPassphraseFile: null,
      backupKeep: 14,
      backupSecrets: false,
      dumpDir: '/var/backups/duet',
      registration: 'closed',
      mail: {
        server: {
          host: 'mail.example.org',
          port: 465,
          secure: true,
          startTls: 'required',
          credentials: { user: 'duet@example.org', pass: 's/cret' },
        },
        from: { name: 'Ana & Radu', address: 'duet@example.org' },
        origin: 'https://duet.example.org',
      },
      pushServices: ['http://127.0.0.1:8000', 'https://push.example.org'],
      ffmpeg: null,
      ffmpegNamed: false,
    });
  });

  it.each([
    ['DUET_HOST', 'a b'],
    ['DUET_SMTP_URL', 'mail.example.org'],
    ['DUET_SMTP_URL', 'https://mail.example.org'],
    ['DUET_SMTP_URL', 'smtp://'],
    ['DUET_SMTP_URL', 'smtp://duet@mail.example.org'],
    ['DUET_SMTP_URL', 'smtp://duet:se%zz@mail.example.org'],
    ['DUET_SMTP_URL', 'smtp://mail.example.org/inbox'],
    ['DUET_SMTP_URL', 'smtp://mail.example.org?tls=maybe'],
    ['DUET_MAIL_FROM', 'duet'],
    ['DUET_MAIL_FROM', 'a@example.org, b@example.org'],
    ['DUET_MAIL_FROM', 'Ana\r\nBcc: eve@example.org <duet@example.org>'],
    ['DUET_PORT', '65536'],
    ['DUET_PORT', '-1'],
    ['DUET_PORT', '80a'],
    ['DUET_PORT', '3180.5'],
    ['DUET_PUBLIC_URL', 'duet.example.org'],
    ['DUET_PUBLIC_URL', 'ftp://duet.example.org'],
    ['DUET_PUBLIC_URL', 'https://duet.example.org/site'],
    ['DUET_TRUST_PROXY', 'true'],
    ['DUET_TRUST_PROXY', '1'],
    ['DUET_TRUST_PROXY', 'loopback'],
    ['DUET_TRUST_PROXY', '127.0.0.1,'],
    ['DUET_TRUST_PROXY', '10.0.0.0/33'],
    ['DUET_TRUST_PROXY', '0.0.0.0/0'],
    ['DUET_TRUST_PROXY', '::/0'],
    ['DUET_TRUST_PROXY', '::ffff:10.0.0.0/95'],
    ['DUET_TRUST_PROXY', '::ffff:0:0/8'],
    ['DUET_TRUST_PROXY', '2000::/2'],
    ['DUET_RATE_LIMIT', '-1'],
    ['DUET_RATE_LIMIT', 'off'],
    ['DUET_LOG_LEVEL', 'loud'],
    ['DUET_DATABASE_URL', 'mysql://x/y'],
    ['DUET_REGISTRATION', 'invite'],
    ['DUET_SECRET_KEY', 'a password'],
    ['DUET_S3_ENDPOINT', 's3.example.org'],
    ['DUET_S3_BUCKET', 'Not a bucket'],
    ['DUET_S3_PATH_STYLE', 'yes'],
    ['DUET_BACKUP_TO', 's3://x'],
    ['DUET_BACKUP_KEEP', '0'],
    ['DUET_S3_PUBLIC_URL', 'media.example.org'],
    ['DUET_S3_PUBLIC_URL', 'https://media.example.org/?key=1'],
  ])('refuses %s=%s in one line with an example', (name, value) => {
    const lines = faults({ [name]: value });
    const example = configurationTable.find((row) => row.name === name)?.example;
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name} (is|has) [^\\n]+\\. Example: `));
    expect(lines[0]).toContain(`Example: ${name}=${example}`);
  });

  it('names every fault at once and never repeats a value, which may be a password', () => {
    const lines = faults({ DUET_PORT: 'x', DUET_LOG_LEVEL: 'y', DUET_DATABASE_URL: 'mysql://u:hunter2@h/d' });
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'DUET_PORT',
      'DUET_LOG_LEVEL',
      'DUET_DATABASE_URL',
    ]);
    expect(lines.join()).not.toContain('hunter2');
  });

  it.each([['0.0.0.0'], ['::'], ['192.168.1.2'], ['duet.local']])(
    'refuses to listen on %s in the clear',
    (host) => {
      const [line] = faults({ DUET_HOST: host });
      expect(line).toMatch(/^DUET_HOST .* Example: DUET_PUBLIC_URL=https:/);
      expect(faults({ DUET_HOST: host, DUET_PUBLIC_URL: 'http://duet.example.org' })).toHaveLength(1);
      expect(faults({ DUET_HOST: host, DUET_PUBLIC_URL: 'https://duet.example.org' })).toEqual([]);
      expect(faults({ DUET_HOST: host, DUET_TRUST_PROXY: '10.0.0.1' })).toEqual([]);
    },
  );

  it.each([['127.0.0.1'], ['127.0.0.2'], ['localhost'], ['::1']])('listens on %s', (host) => {
    expect(faults({ DUET_HOST: host })).toEqual([]);
  });

  it('warns of what it does not know, with the nearest name', () => {
    expect(readConfig({ DUET_PROT: '1', DUET_TRUSTPROXY: 'x', OTHER: 'y' }).warnings).toEqual([
      'DUET_PROT is not a setting of Duet and is ignored. Did you mean DUET_PORT?',
      'DUET_TRUSTPROXY is not a setting of Duet and is ignored. Did you mean DUET_TRUST_PROXY?',
    ]);
  });

  const bucket = {
    DUET_S3_BUCKET: 'duet',
    DUET_S3_ACCESS_KEY_ID: 'key',
    DUET_S3_SECRET_ACCESS_KEY: 'hunter2',
  };

  it('reads the settings of an object store', () => {
    const { config } = readConfig({
      ...bucket,
      DUET_S3_ENDPOINT: 'https://s3.example.org/',
      DUET_S3_REGION: 'eu-central-1',
      DUET_S3_PATH_STYLE: '1',
    });
    expect(config.s3).toEqual({
      endpoint: 'https://s3.example.org',
      region: 'eu-central-1',
      bucket: 'duet',
      accessKeyId: 'key',
      secretAccessKey: 'hunter2',
      pathStyle: true,
    });
    expect(readConfig(bucket).config.s3).toMatchObject({
      endpoint: null,
      region: 'us-east-1',
      pathStyle: false,
    });
  });

  it('reads the address of a CDN, which may have a path', () => {
    const cdnOf = (url: string) => readConfig({ ...bucket, DUET_S3_PUBLIC_URL: url }).config.cdnUrl;
    expect(cdnOf('https://media.example.org/')).toBe('https://media.example.org');
    expect(cdnOf('https://cdn.example.org/duet/')).toBe('https://cdn.example.org/duet');
    expect(faults({ DUET_S3_PUBLIC_URL: 'https://media.example.org' })).toHaveLength(3);
  });

  it('refuses half of them, and names what is missing', () => {
    const { DUET_S3_SECRET_ACCESS_KEY, ...half } = bucket;
    expect(faults(half)).toEqual([
      expect.stringMatching(/^DUET_S3_SECRET_ACCESS_KEY is missing: .*Example: /),
    ]);
    expect(faults({ DUET_S3_ENDPOINT: 'https://s3.example.org' })).toHaveLength(3);
    expect(faults({ DUET_S3_SECRET_ACCESS_KEY }).join()).not.toContain('hunter2');
  });

  it('refuses what several servers could not share', () => {
    const database = { DUET_DATABASE_URL: 'postgres://duet:x@localhost/duet' };
    const [missing, ...more] = faults({ ...bucket, ...database });
    expect(missing).toMatch(/^DUET_SECRET_KEY is missing: /);
    expect(more).toEqual([]);
    const key = { DUET_SECRET_KEY: Buffer.alloc(32, 7).toString('base64url') };
    expect(faults({ ...bucket, ...database, ...key })).toEqual([]);
    expect(faults({ ...database, ...key })).toEqual([]);
    expect(faults(key)).toEqual([
      expect.stringMatching(/^DUET_SECRET_KEY .* DUET_DATABASE_URL, which is not set/),
    ]);
    expect(faults({ ...database, DUET_SECRET_KEY_OLD: key.DUET_SECRET_KEY })).toEqual([
      expect.stringMatching(/^DUET_SECRET_KEY is missing: DUET_SECRET_KEY_OLD/),
    ]);
    expect(faults({ ...bucket, DUET_BACKUP_DIR: '/backups' })).toEqual([
      expect.stringMatching(/^DUET_BACKUP_DIR cannot be used with DUET_S3_BUCKET.* DUET_BACKUP_TO/),
    ]);
  });

  it('reads where the nightly backups go, and refuses what does not go together', () => {
    const keys = { DUET_BACKUP_S3_ACCESS_KEY_ID: 'key', DUET_BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2' };
    const { config } = readConfig({ ...keys, DUET_BACKUP_TO: 's3://backups/home/', DUET_BACKUP_KEEP: '30' });
    expect(config).toMatchObject({
      backupTo: 's3://backups/home',
      backupKeep: 30,
      backupS3: { endpoint: null, region: 'us-east-1', accessKeyId: 'key', pathStyle: false },
    });
    expect(readConfig({ DUET_BACKUP_TO: '/mnt/backup/duet' }).config).toMatchObject({
      backupTo: '/mnt/backup/duet',
      backupS3: null,
    });
    expect(faults({ DUET_BACKUP_TO: 's3://backups' })).toEqual([
      expect.stringMatching(/^DUET_BACKUP_S3_ACCESS_KEY_ID is missing: DUET_BACKUP_TO/),
      expect.stringMatching(/^DUET_BACKUP_S3_SECRET_ACCESS_KEY is missing/),
    ]);
    expect(faults({ DUET_BACKUP_TO: '/a', DUET_BACKUP_DIR: '/b' })).toEqual([
      expect.stringMatching(/^DUET_BACKUP_DIR cannot be used with DUET_BACKUP_TO/),
    ]);
    const passphrase = { DUET_BACKUP_PASSPHRASE_FILE: '/etc/duet/passphrase' };
    expect(faults({ ...passphrase, DUET_BACKUP_DIR: '/b' })).toEqual([
      expect.stringMatching(/^DUET_BACKUP_PASSPHRASE_FILE cannot be used with DUET_BACKUP_DIR/),
    ]);
    expect(faults({ ...passphrase, DUET_BACKUP_TO: '/a' })).toEqual([]);
    expect(faults({ DUET_BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2' }).join()).not.toContain('hunter2');
    expect(faults({ DUET_BACKUP_TO: 's3://Not a bucket' })).toHaveLength(1);
  });

  it('wants a mail server with its sender, and says where links lead', () => {
    const mail = { DUET_SMTP_URL: 'smtp://mail.example.org', DUET_MAIL_FROM: 'duet@example.org' };
    expect(faults(mail)).toEqual([]);
    expect(faults({ DUET_SMTP_URL: mail.DUET_SMTP_URL })).toEqual([
      expect.stringMatching(/^DUET_MAIL_FROM is missing: .* Example: DUET_MAIL_FROM=/),
    ]);
    expect(faults({ DUET_MAIL_FROM: mail.DUET_MAIL_FROM })).toEqual([
      expect.stringMatching(/^DUET_SMTP_URL is missing: /),
    ]);
    expect(faults({ ...mail, DUET_TRUST_PROXY: '127.0.0.1' })).toEqual([
      expect.stringMatching(/^DUET_PUBLIC_URL is missing: .*links in mails/),
    ]);
    const serverOf = (url: string) => readConfig({ ...mail, DUET_SMTP_URL: url }).config.mail?.server;
    const [required, never] = [{ startTls: 'required' }, { startTls: 'never' }];
    expect(serverOf('smtp://mail.example.org')).toMatchObject({ port: 587, secure: false, ...required });
    expect(serverOf('smtp://10.0.0.5?tls=none')).toMatchObject({ port: 25, ...never });
    expect(serverOf('smtp://127.0.0.1:2525')).toMatchObject({ port: 2525, credentials: null, ...never });
    expect(serverOf('smtp://[::1]')).toMatchObject({ host: '::1', ...never });
  });

  it('has examples and defaults that it takes itself', () => {
    const database = { DUET_DATABASE_URL: 'postgres://duet:x@localhost/duet' };
    const mail = { DUET_SMTP_URL: 'smtp://localhost', DUET_MAIL_FROM: 'duet@example.org' };
    const keys = { DUET_BACKUP_S3_ACCESS_KEY_ID: 'key', DUET_BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2' };
    const besides = (name: string) => {
      if (name.startsWith('DUET_S3_')) return bucket;
      if (name.startsWith('DUET_BACKUP_S3_') || name === 'DUET_BACKUP_TO') return keys;
      if (name === 'DUET_SECRET_KEY_OLD')
        return { ...database, DUET_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
      if (name === 'DUET_SMTP_URL' || name === 'DUET_MAIL_FROM') return mail;
      return name === 'DUET_SECRET_KEY' ? database : {};
    };
    for (const { name, example, default: fallback } of configurationTable) {
      expect(faults({ ...besides(name), [name]: example })).toEqual([]);
      if (fallback) expect(faults({ ...besides(name), [name]: fallback })).toEqual([]);
    }
    expect(
      configurationMarkdown()
        .split('\n')
        .filter((line) => line.startsWith('| `DUET_')),
    ).toHaveLength(configurationTable.length);
  });
});
