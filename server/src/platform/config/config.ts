import { resolve } from 'node:path';
import { isLoopback } from '../ip-addresses.ts';
import { faultsOfBackups } from './backup-settings.ts';
import type { MailSettings } from './mail-settings.ts';
import { nearest } from './nearest.ts';
import { type Values, type VariableName, variables } from './variables.ts';

/** A bucket of an object store that speaks S3. */
export interface S3Settings {
  /** An origin; null for Amazon's. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket stands in the path of addresses. */
  readonly pathStyle: boolean;
}

/** All settings, read once. */
export interface Config {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** An absolute path. */
  readonly dataDir: string;
  /** An origin, such as `https://duet.example.org`. */
  readonly publicUrl: string | null;
  /** Addresses and ranges whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  /** The factor on every rate limit; 0 is off. */
  readonly rateLimit: number;
  readonly logLevel: Values['DUET_LOG_LEVEL'];
  /** `postgres://…`; SQLite in the data folder where null. */
  readonly databaseUrl: string | null;
  /** Where media lie; in the data folder where null. */
  readonly s3: S3Settings | null;
  /** Where a CDN has the objects of the bucket, by their keys behind it; null where there is none. */
  readonly cdnUrl: string | null;
  /** Encrypts the secrets in the database: 32 bytes. Where null they are a file of the data folder. */
  readonly secretKey: Buffer | null;
  /** The one before, which still opens them while the key is changed. */
  readonly formerSecretKey: Buffer | null;
  /** An absolute path; null where no nightly backups are made. */
  readonly backupDir: string | null;
  /** The repository of the nightly backups: an absolute path, or `s3://BUCKET/PREFIX`; null where there is none. */
  readonly backupTo: string | null;
  /** Of buckets with backups; null where no keys are set. */
  readonly backupS3: Omit<S3Settings, 'bucket'> | null;
  /** A path; null where the repository of the nightly backups is not encrypted. */
  readonly backupPassphraseFile: string | null;
  /** How many backups stay in that repository. */
  readonly backupKeep: number;
  /** Whether the nightly backups hold the keys of the site. */
  readonly backupSecrets: boolean;
  /** An absolute path; null where PostgreSQL is not dumped before an update. */
  readonly dumpDir: string | null;
  /** Null where the admins choose in the app. */
  readonly registration: NonNullable<Values['DUET_REGISTRATION']> | null;
  /** Null where no mail is sent. */
  readonly mail: MailSettings | null;
  /** Origins that notifications may be sent to although they are not https at a public host. */
  readonly pushServices: readonly string[];
  /** The program that converts videos, by name or path; null where none may be used. */
  readonly ffmpeg: string | null;
  /** Whether `DUET_FFMPEG` names it; then a server does not start without it. */
  readonly ffmpegNamed: boolean;
}

/** Every fault of the environment, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

const names = Object.keys(variables) as VariableName[];

const isOurs = (name: string): name is VariableName => Object.hasOwn(variables, name);

/** Reads and checks all `DUET_` variables; throws a `ConfigError` with all faults. An empty value is no value. */
export function readConfig(environment: NodeJS.ProcessEnv): { config: Config; warnings: readonly string[] } {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const { shape, example, default: fallback } = variables[name];
    const text = environment[name] || fallback;
    if (text === undefined) continue;
    const parsed = shape.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else faults.push(`${name} ${parsed.error.issues[0]?.message}. Example: ${name}=${example}`);
  }
  if (faults.length > 0) throw new ConfigError(faults);
  const incomplete = [
    ...missingOfS3(environment),
    ...missingOfSharing(environment),
    ...missingOfMail(environment),
    ...faultsOfBackups(environment, (name, why) => `${name} is missing: ${why}.`),
  ];
  if (incomplete.length > 0) throw new ConfigError(incomplete);
  const config = configOf(values as Values, Boolean(environment.DUET_FFMPEG));
  const open = openness(config);
  if (open) throw new ConfigError([open]);
  return { config, warnings: unknownVariables(environment) };
}

function configOf(values: Values, ffmpegNamed: boolean): Config {
  return {
    host: values.DUET_HOST,
    port: values.DUET_PORT,
    dataDir: resolve(values.DUET_DATA_DIR),
    publicUrl: values.DUET_PUBLIC_URL ?? null,
    trustProxy: values.DUET_TRUST_PROXY ?? [],
    rateLimit: values.DUET_RATE_LIMIT,
    logLevel: values.DUET_LOG_LEVEL,
    databaseUrl: values.DUET_DATABASE_URL ?? null,
    s3: s3Of(values),
    cdnUrl: values.DUET_S3_PUBLIC_URL ?? null,
    secretKey: keyOf(values.DUET_SECRET_KEY),
    formerSecretKey: keyOf(values.DUET_SECRET_KEY_OLD),
    backupDir: values.DUET_BACKUP_DIR === undefined ? null : resolve(values.DUET_BACKUP_DIR),
    backupTo: values.DUET_BACKUP_TO ?? null,
    backupS3: backupS3Of(values),
    backupPassphraseFile: values.DUET_BACKUP_PASSPHRASE_FILE ?? null,
    backupKeep: values.DUET_BACKUP_KEEP,
    backupSecrets: values.DUET_BACKUP_SECRETS === '1',
    dumpDir: values.DUET_DUMP_DIR === undefined ? null : resolve(values.DUET_DUMP_DIR),
    registration: values.DUET_REGISTRATION ?? null,
    mail: mailOf(values),
    pushServices: values.DUET_PUSH_SERVICES ?? [],
    ffmpeg: values.DUET_FFMPEG === 'off' ? null : values.DUET_FFMPEG,
    ffmpegNamed: ffmpegNamed && values.DUET_FFMPEG !== 'off',
  };
}

const keyOf = (text: string | undefined): Buffer | null =>
  text === undefined ? null : Buffer.from(text, 'base64');

function s3Of(values: Values): S3Settings | null {
  const { DUET_S3_BUCKET: bucket, DUET_S3_ACCESS_KEY_ID: accessKeyId } = values;
  const secretAccessKey = values.DUET_S3_SECRET_ACCESS_KEY;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  return {
    endpoint: values.DUET_S3_ENDPOINT ?? null,
    region: values.DUET_S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    pathStyle: values.DUET_S3_PATH_STYLE === '1',
  };
}

function backupS3Of(values: Values): Config['backupS3'] {
  const { DUET_BACKUP_S3_ACCESS_KEY_ID: accessKeyId } = values;
  const secretAccessKey = values.DUET_BACKUP_S3_SECRET_ACCESS_KEY;
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  return {
    endpoint: values.DUET_BACKUP_S3_ENDPOINT ?? null,
    region: values.DUET_BACKUP_S3_REGION,
    accessKeyId,
    secretAccessKey,
    pathStyle: values.DUET_BACKUP_S3_PATH_STYLE === '1',
  };
}

function mailOf(values: Values): MailSettings | null {
  const { DUET_SMTP_URL: server, DUET_MAIL_FROM: from, DUET_HOST: host } = values;
  if (server === undefined || from === undefined) return null;
  const here = `http://${host.includes(':') ? `[${host}]` : host}:${values.DUET_PORT}`;
  return { server, from, origin: values.DUET_PUBLIC_URL ?? here };
}

/**
 * Both settings of mail, or neither. Links in mails never follow the request, whose `Host` its sender chooses: so a site that
 * is reached by another address than the one it listens on has to say its own.
 */
function missingOfMail(environment: NodeJS.ProcessEnv): string[] {
  const { DUET_SMTP_URL, DUET_MAIL_FROM, DUET_PUBLIC_URL, DUET_TRUST_PROXY, DUET_PORT } = environment;
  if (!DUET_SMTP_URL && !DUET_MAIL_FROM) return [];
  const faults: string[] = [];
  const missing = (name: 'DUET_SMTP_URL' | 'DUET_MAIL_FROM' | 'DUET_PUBLIC_URL', why: string) =>
    faults.push(`${name} is missing: ${why}. Example: ${name}=${variables[name].example}`);
  if (!DUET_SMTP_URL) missing('DUET_SMTP_URL', 'DUET_MAIL_FROM is set, and no mail is sent without it');
  if (!DUET_MAIL_FROM) missing('DUET_MAIL_FROM', 'DUET_SMTP_URL is set, and mails need a sender');
  if (!DUET_PUBLIC_URL && (DUET_TRUST_PROXY || DUET_PORT === '0')) {
    missing('DUET_PUBLIC_URL', 'DUET_SMTP_URL is set, and links in mails lead there');
  }
  return faults;
}

const s3Names = names.filter((name) => name.startsWith('DUET_S3_'));
const neededForS3 = ['DUET_S3_BUCKET', 'DUET_S3_ACCESS_KEY_ID', 'DUET_S3_SECRET_ACCESS_KEY'] as const;

/** A part of the settings of an object store is a mistake: media would go to the data folder unnoticed. */
function missingOfS3(environment: NodeJS.ProcessEnv): string[] {
  const set = s3Names.filter((name) => environment[name]);
  if (set.length === 0) return [];
  return neededForS3
    .filter((name) => !environment[name])
    .map(
      (name) =>
        `${name} is missing: ${set[0]} is set, and the object store needs it too. Example: ${name}=${variables[name].example}`,
    );
}

/** Settings that make servers share what a server otherwise keeps in its folder. */
function missingOfSharing(environment: NodeJS.ProcessEnv): string[] {
  const { DUET_S3_BUCKET, DUET_DATABASE_URL, DUET_SECRET_KEY, DUET_SECRET_KEY_OLD } = environment;
  const faults: string[] = [];
  if (DUET_S3_BUCKET && DUET_DATABASE_URL && !DUET_SECRET_KEY) {
    faults.push(
      `DUET_SECRET_KEY is missing: with DUET_DATABASE_URL and DUET_S3_BUCKET the secrets of the site lie in the database, encrypted with it. \`openssl rand -base64 32\` makes one. Example: DUET_SECRET_KEY=${variables.DUET_SECRET_KEY.example}`,
    );
  }
  if (DUET_SECRET_KEY && !DUET_DATABASE_URL) {
    faults.push(
      'DUET_SECRET_KEY encrypts secrets in the database of DUET_DATABASE_URL, which is not set. Set it, or leave out DUET_SECRET_KEY: on SQLite the secrets are in the data folder.',
    );
  }
  if (DUET_SECRET_KEY_OLD && !DUET_SECRET_KEY) {
    faults.push(
      'DUET_SECRET_KEY is missing: DUET_SECRET_KEY_OLD is the key before it. Set both while the key is changed, and DUET_SECRET_KEY alone afterwards.',
    );
  }
  return faults;
}

/** Refuses to be reached from other machines without encryption. */
function openness({ host, trustProxy, publicUrl }: Config): string | null {
  if (isLoopback(host) || trustProxy.length > 0 || publicUrl?.startsWith('https:')) return null;
  return 'DUET_HOST is open to other machines without encryption: also set DUET_TRUST_PROXY to the proxy that adds it, or DUET_PUBLIC_URL to its https address. Example: DUET_PUBLIC_URL=https://duet.example.org';
}

function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('DUET_') && !isOurs(name))
    .sort()
    .map((name) => `${name} is not a setting of Duet and is ignored. Did you mean ${nearest(name, names)}?`);
}
