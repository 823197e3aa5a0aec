import { resolve } from 'node:path';
import { isLoopback } from '../ip-addresses.ts';
import { nearest } from './nearest.ts';
import { type Values, type VariableName, variables } from './variables.ts';

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
  /** An absolute path; null where no nightly backups are made. */
  readonly backupDir: string | null;
  /** Whether the nightly backups hold the keys of the site. */
  readonly backupSecrets: boolean;
  /** Null where the admins choose in the app. */
  readonly registration: NonNullable<Values['DUET_REGISTRATION']> | null;
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
    backupDir: values.DUET_BACKUP_DIR === undefined ? null : resolve(values.DUET_BACKUP_DIR),
    backupSecrets: values.DUET_BACKUP_SECRETS === '1',
    registration: values.DUET_REGISTRATION ?? null,
    pushServices: values.DUET_PUSH_SERVICES ?? [],
    ffmpeg: values.DUET_FFMPEG === 'off' ? null : values.DUET_FFMPEG,
    ffmpegNamed: ffmpegNamed && values.DUET_FFMPEG !== 'off',
  };
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
