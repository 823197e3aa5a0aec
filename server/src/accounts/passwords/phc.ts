/** What a stored password hash says of itself. */
export interface Phc {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  /** Names the pepper that went in; null where none did. */
  readonly keyId: string | null;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const form =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,3})(?:,keyid=([A-Za-z0-9+/]+))?\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** Writes the PHC string format: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export function formatPhc(phc: Phc): string {
  const key = phc.keyId === null ? '' : `,keyid=${phc.keyId}`;
  const settings = `m=${phc.memory},t=${phc.passes},p=${phc.parallelism}${key}`;
  return `$argon2id$v=19$${settings}$${base64(phc.salt)}$${base64(phc.tag)}`;
}

/** Null where the text is not a hash of this kind. */
export function parsePhc(text: string): Phc | null {
  const [, memory, passes, parallelism, keyId, salt, tag] = form.exec(text) ?? [];
  if (salt === undefined || tag === undefined) return null;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    keyId: keyId ?? null,
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
