/** A value that changes from request to request: `values[floor(n / every) % values.length]` of the n-th one. */
interface Turn {
  readonly values: readonly string[];
  readonly every?: number;
}

/**
 * A request as it is sent again and again. In `path`, `token` and `body` the words in braces change: `{n}` is the running
 * number of the request, the others are those of `turns`.
 */
export interface RequestTemplate {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  readonly turns?: Readonly<Record<string, Turn>>;
  /** The status of an answer that counts; 200 unless said otherwise. */
  readonly status?: number;
}

const variable = /\{(\w+)\}/;

/** Writes the n-th request as the bytes of HTTP/1.1. One that never changes is written once. */
export function requestWriter(template: RequestTemplate): (n: number) => Buffer {
  const { method, path, token, body, turns = {} } = template;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(body === undefined ? [] : ['content-type: application/json']),
    ...Object.entries(template.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ];
  const head = lines.join('\r\n');
  const write = (fill: (text: string) => string): Buffer => {
    if (body === undefined) return Buffer.from(`${fill(head)}\r\n\r\n`);
    const sent = fill(body);
    return Buffer.from(`${fill(head)}\r\ncontent-length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`);
  };
  const changes = Object.keys(turns).length > 0 || body?.includes('{n}') || path.includes('{n}');
  if (!changes) {
    const bytes = write((text) => text);
    return () => bytes;
  }
  const valueAt = (name: string, n: number): string => {
    const turn = turns[name];
    if (!turn) return String(n);
    return turn.values[Math.floor(n / (turn.every ?? 1)) % turn.values.length] ?? '';
  };
  return (n) =>
    write((text) =>
      // JSON has braces of its own; only names of variables are replaced.
      text.replaceAll(new RegExp(variable, 'g'), (all, name: string) =>
        name === 'n' || name in turns ? valueAt(name, n) : all,
      ),
    );
}
