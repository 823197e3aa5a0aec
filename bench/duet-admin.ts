import { type Answer, type Endpoint, fillPath, type Request, withSearch } from '@duet/contract/endpoint';
import { endpoints } from '@duet/contract/endpoints';

/** A call that must succeed. */
export async function call<E extends Endpoint>(
  url: string,
  token: string | null,
  row: E,
  { params, query, body }: Request<E>,
): Promise<Answer<E>> {
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const path = withSearch(fillPath(row.path, params as Record<string, string>), search);
  const response = await fetch(new URL(path, url), {
    method: row.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as Answer<E> & { error?: string };
  if (!answer.success) throw new Error(`${row.method} ${path}: ${response.status} ${answer.error}`);
  return answer;
}

/** Makes the first admin with the link that an empty site printed; answers the token. */
export async function firstAdmin(url: string, printed: string): Promise<string> {
  const setupCode = /setup=([\w-]{43})/.exec(printed)?.[1] ?? '';
  const body = { username: 'bench', email: 'bench@example.org', password: 'Secret!123', setupCode };
  return (await call(url, null, endpoints['accounts.register'], { body })).data.token ?? '';
}
