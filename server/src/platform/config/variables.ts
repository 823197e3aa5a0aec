import { z } from 'zod';
import { isProxyRange } from '../ip-addresses.ts';
import { logLevels } from '../log.ts';
import { backupTarget } from './backup-settings.ts';
import { mailFrom, smtpUrl } from './mail-settings.ts';

/** One `DUET_` variable: what docs/configuration.md says of it and what it may be. */
interface Variable<Default extends string | undefined, Shape extends z.ZodType> {
  /** As one would write it; undefined where there is none. */
  readonly default: Default;
  readonly meaning: string;
  readonly example: string;
  /** From the text of the environment; the message says what the value is not. */
  readonly shape: Shape;
}

const variable = <Default extends string | undefined, Shape extends z.ZodType>(
  row: Variable<Default, Shape>,
): Variable<Default, Shape> => row;

const wholeNumber = (min: number, max: number, fault: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, fault)
    .transform(Number)
    .pipe(z.number().min(min, fault).max(max, fault));

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `is not one of ${words.join(', ')}`);

const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'is not an http(s) address',
  )
  .transform((text) => new URL(text))
  .refine(
    (url) => url.pathname === '/' && !url.search && !url.hash && !url.username,
    'has more than an origin',
  )
  .transform((url) => url.origin);

/** An address that paths are put behind; without a slash at its end. */
const baseUrl = z
  .string()
  .max(500, 'is too long')
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'is not an http(s) address',
  )
  .transform((text) => new URL(text))
  .refine((url) => !url.search && !url.hash && !url.username, 'has more than an origin and a path')
  .transform((url) => url.href.replace(/\/+$/, ''));

const s3Name = (fault: string) => z.string().regex(/^[\w.:/+=@~-]{1,512}$/, fault);

/** 32 bytes in base64 or base64url. */
const keyText = z
  .string()
  .regex(/^[\w+/-]{43}=?$/, 'is not 32 random bytes in base64; `openssl rand -base64 32` makes some');

const proxyList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every(isProxyRange),
    'is not a list of the addresses or ranges of your own proxies',
  );

const originList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(origin));

export const variables = {
  DUET_HOST: variable({
    default: '127.0.0.1',
    meaning:
      'The address to listen on. Anything but the machine itself needs `DUET_TRUST_PROXY` or an https `DUET_PUBLIC_URL`, because passwords must not travel in the clear.',
    example: '127.0.0.1',
    shape: z.string().regex(/^[\w.:-]{1,255}$/, 'is not a host name or an address'),
  }),
  DUET_PORT: variable({
    default: '3180',
    meaning: 'The port to listen on; 0 takes any free one.',
    example: '3180',
    shape: wholeNumber(0, 65_535, 'is not a whole number from 0 to 65535'),
  }),
  DUET_DATA_DIR: variable({
    default: 'data',
    meaning: 'The folder of the site: SQLite database, media, uploads in progress, secrets. On a local disk.',
    example: '/var/lib/duet',
    shape: z
      .string()
      .max(4000, 'is too long')
      .refine((path) => !path.includes('\0'), 'is not a path'),
  }),
  DUET_PUBLIC_URL: variable({
    default: undefined,
    meaning:
      'The address people type. Used in links, such as those of a shared post’s preview, which has no full ones without it; with https, browsers are told to stay with https.',
    example: 'https://duet.example.org',
    shape: origin,
  }),
  DUET_TRUST_PROXY: variable({
    default: undefined,
    meaning:
      'The proxies in front of Duet, as addresses or ranges with commas between. Only from them is `X-Forwarded-For` believed, so that limits count people and not the proxy.',
    example: '127.0.0.1,10.0.0.0/8',
    shape: proxyList,
  }),
  DUET_RATE_LIMIT: variable({
    default: '1',
    meaning: 'A factor on every rate limit: 2 is twice as generous, 0 turns them off.',
    example: '1',
    shape: z
      .string()
      .regex(/^\d{1,4}(\.\d{1,4})?$/, 'is not a number from 0 to 9999')
      .transform(Number),
  }),
  DUET_LOG_LEVEL: variable({
    default: 'info',
    meaning: `How much is written to standard error: ${logLevels.join(', ')}.`,
    example: 'info',
    shape: oneOf(logLevels),
  }),
  DUET_DATABASE_URL: variable({
    default: undefined,
    meaning:
      'A PostgreSQL database in place of SQLite in the data folder. To another machine the connection is encrypted and the certificate checked, unless the address says `sslmode=disable`.',
    example: 'postgres://duet:secret@db.example.org/duet',
    shape: z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol),
        'is not a postgres:// address',
      ),
  }),
  DUET_SECRET_KEY: variable({
    default: undefined,
    meaning:
      'The key that encrypts the secrets of the site in the database of `DUET_DATABASE_URL`, so that every server with the same key and database is the same site. 32 random bytes in base64, kept apart from backups of the database. Without it the secrets are a file of the data folder (docs/inside/servers.md).',
    example: 'nTq0sTn3cZ1W8o7mJkq2yYwE5r4hVd6uLxAaBbCcDd0=',
    shape: keyText,
  }),
  DUET_SECRET_KEY_OLD: variable({
    default: undefined,
    meaning:
      'While `DUET_SECRET_KEY` is changed: the key before it. The server then opens the secrets with either, until `npm run duet -- secrets rewrap` has encrypted them with the new one (docs/inside/servers.md).',
    example: 'q1L0m8sXh2b9JtN4cVdGf7Kp3RwYzEuA6iOoTnB5CkQ=',
    shape: keyText,
  }),
  DUET_S3_ENDPOINT: variable({
    default: undefined,
    meaning:
      'The address of the object store that speaks S3, where it is not Amazon’s. Media and uploads in progress lie there, in place of the data folder, where `DUET_S3_BUCKET` is set.',
    example: 'https://s3.example.org',
    shape: origin,
  }),
  DUET_S3_REGION: variable({
    default: 'us-east-1',
    meaning: 'The region of the object store; most that are not Amazon’s take any.',
    example: 'eu-central-1',
    shape: s3Name('is not the name of a region'),
  }),
  DUET_S3_BUCKET: variable({
    default: undefined,
    meaning:
      'The bucket for media, which exists and is not public. With it, `DUET_S3_ACCESS_KEY_ID` and `DUET_S3_SECRET_ACCESS_KEY` the site keeps no media in its folder; with `DUET_DATABASE_URL` and `DUET_SECRET_KEY` besides, any number of servers are one site, and their folders hold only temporary files.',
    example: 'duet',
    shape: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not the name of a bucket'),
  }),
  DUET_S3_ACCESS_KEY_ID: variable({
    default: undefined,
    meaning:
      'The access key of the object store. It has to read, write, list and delete objects of the bucket.',
    example: 'DUETACCESSKEY',
    shape: s3Name('is not an access key'),
  }),
  DUET_S3_SECRET_ACCESS_KEY: variable({
    default: undefined,
    meaning: 'The secret of the access key.',
    example: 'wJalrXUtnFEMI/K7MDENG/EXAMPLEKEY',
    shape: s3Name('is not a secret access key'),
  }),
  DUET_S3_PATH_STYLE: variable({
    default: '0',
    meaning:
      'Whether the bucket stands in the path of addresses and not in the host name: 1 for most object stores that are not Amazon’s.',
    example: '1',
    shape: oneOf(['0', '1']),
  }),
  DUET_S3_PUBLIC_URL: variable({
    default: undefined,
    meaning:
      'The address of a CDN that reads the bucket: the key of an object behind it is that object. Requests for media that everybody may read are redirected there; drafts, what only admins see, and everything of a private site stay with the server (docs/scaling.md says what a CDN keeps).',
    example: 'https://media.example.org',
    shape: baseUrl,
  }),
  DUET_BACKUP_DIR: variable({
    default: undefined,
    meaning:
      'Where the server puts a backup of the site every night at 02:00, best on another disk; the last 14 are kept. With PostgreSQL the database is not in it; DUET_BACKUP_TO takes that along. Without either none is made by itself (docs/backup.md).',
    example: '/mnt/backup/duet',
    shape: z
      .string()
      .max(4000, 'is too long')
      .refine((path) => !path.includes('\0'), 'is not a path'),
  }),
  DUET_BACKUP_SECRETS: variable({
    default: '1',
    meaning:
      'Whether the nightly backups hold the keys of the site (secrets.json): 1, or 0 to leave them out. Without them nobody can sign in with their password on a site restored elsewhere.',
    example: '0',
    shape: oneOf(['0', '1']),
  }),
  DUET_BACKUP_TO: variable({
    default: undefined,
    meaning:
      'Where the server puts a backup every night in the form of `backup --to`: a folder, or a bucket as `s3://BUCKET/PREFIX` with the `DUET_BACKUP_S3_` settings. Of every site, PostgreSQL and object stores included; what did not change is stored once. In the place of `DUET_BACKUP_DIR` (docs/backup.md).',
    example: 's3://duet-backups/home',
    shape: backupTarget,
  }),
  DUET_BACKUP_PASSPHRASE_FILE: variable({
    default: undefined,
    meaning:
      'A file whose first line is the passphrase that encrypts the backups of `DUET_BACKUP_TO`; then they hold the keys of the site. Keep the passphrase where the backups are not.',
    example: '/etc/duet/passphrase',
    shape: z
      .string()
      .max(4000, 'is too long')
      .refine((path) => !path.includes('\0'), 'is not a path'),
  }),
  DUET_BACKUP_KEEP: variable({
    default: '14',
    meaning: 'How many backups stay in `DUET_BACKUP_TO`; older ones are removed, with what only they needed.',
    example: '30',
    shape: wholeNumber(1, 100_000, 'is not a whole number from 1 to 100000'),
  }),
  DUET_BACKUP_S3_ENDPOINT: variable({
    default: undefined,
    meaning:
      'The address of the object store for backups (`DUET_BACKUP_TO`, `backup --to s3://…`), where it is not Amazon’s; best another one than that of the media.',
    example: 'https://s3.example.net',
    shape: origin,
  }),
  DUET_BACKUP_S3_REGION: variable({
    default: 'us-east-1',
    meaning: 'The region of the object store for backups.',
    example: 'eu-central-1',
    shape: s3Name('is not the name of a region'),
  }),
  DUET_BACKUP_S3_ACCESS_KEY_ID: variable({
    default: undefined,
    meaning: 'The access key for backups. It has to read, write, list and delete objects of their bucket.',
    example: 'DUETBACKUPKEY',
    shape: s3Name('is not an access key'),
  }),
  DUET_BACKUP_S3_SECRET_ACCESS_KEY: variable({
    default: undefined,
    meaning: 'The secret of the access key for backups.',
    example: 'wJalrXUtnFEMI/K7MDENG/EXAMPLEKEY',
    shape: s3Name('is not a secret access key'),
  }),
  DUET_BACKUP_S3_PATH_STYLE: variable({
    default: '0',
    meaning: 'As `DUET_S3_PATH_STYLE`, for the object store of the backups.',
    example: '1',
    shape: oneOf(['0', '1']),
  }),
  DUET_DUMP_DIR: variable({
    default: undefined,
    meaning:
      'With PostgreSQL: where `pg_dump`, which has to be on the machine, puts a dump of the database before an update changes its tables. To another machine it checks the certificate as well, which needs `pg_dump` 16 or `sslrootcert=…` in the address. Where this is not set none is made: an update is one transaction and leaves nothing behind when it fails (docs/upgrade.md).',
    example: '/mnt/backup/duet',
    shape: z
      .string()
      .max(4000, 'is too long')
      .refine((path) => !path.includes('\0'), 'is not a path'),
  }),
  DUET_REGISTRATION: variable({
    default: undefined,
    meaning:
      'Whether people can make accounts themselves: `open`, or `closed` (an admin makes them). Where it is set it wins over what admins choose in the app.',
    example: 'closed',
    shape: oneOf(['open', 'closed']),
  }),
  DUET_SMTP_URL: variable({
    default: undefined,
    meaning:
      'The mail server through which the site sends mail, as `smtp://` or, with TLS from the first byte, `smtps://`. Without it no mail is sent, and links are handed over by hand. To another machine the connection is encrypted and the certificate checked, unless the address ends with `?tls=none`. Characters such as `@` or `/` in the account or password are written `%40`, `%2F` (docs/mail.md).',
    example: 'smtp://duet:secret@mail.example.org:587',
    shape: smtpUrl,
  }),
  DUET_MAIL_FROM: variable({
    default: undefined,
    meaning:
      'The sender of mails, an address or `Name <address>`; without a name it is that of the site. Needed with `DUET_SMTP_URL`. Mail that comes back goes there.',
    example: 'duet@example.org',
    shape: mailFrom,
  }),
  DUET_PUSH_SERVICES: variable({
    default: undefined,
    meaning:
      'Push services of your own, as origins with commas between: only there are notifications sent to a private address or without https. Those of the browsers need no word here.',
    example: 'http://10.0.0.5:8000',
    shape: originList,
  }),
  DUET_FFMPEG: variable({
    default: 'ffmpeg',
    meaning:
      'The program that converts videos which browsers do not play, by name or path, with ffprobe beside it; `off` uses none. Where it is not set and there is none, such videos are refused; where it is set and does not answer, the server does not start.',
    example: 'off',
    shape: z
      .string()
      .max(4000, 'is too long')
      .refine((path) => !path.includes('\0'), 'is not a path'),
  }),
} as const;

export type VariableName = keyof typeof variables;
export type Values = {
  readonly [Name in VariableName]:
    | z.output<(typeof variables)[Name]['shape']>
    | ((typeof variables)[Name]['default'] extends string ? never : undefined);
};
