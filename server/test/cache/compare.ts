import { type Answer, ask, inCommon } from './ask.ts';
import type { Read } from './reads.ts';
import type { Servers } from './servers.ts';

/** An answer that differs from that of a server which caches nothing. */
export class Difference extends Error {}

/** Asks one of the servers that cache answers and the one that caches none; throws a Difference. */
export async function compare(
  servers: Servers,
  server: number,
  read: Read,
  compressed = false,
): Promise<void> {
  const { keeping, reference, agent } = servers;
  const url = keeping[server] ?? '';
  let made = await ask(reference, read, { agent });
  for (;;) {
    const cached = await ask(url, read, { agent, compressed });
    if (isSame(servers, url, cached, made)) return;
    // What is written after its answer, such as the last use of a session, may come between: then the reference changes as well.
    const again = await ask(reference, read, { agent });
    if (again === made)
      throw new Difference(differenceText(server, read, inCommon(url, cached), inCommon(reference, made)));
    made = again;
  }
}

/** Most are the same without a look at what may differ. */
const isSame = ({ reference }: Servers, url: string, cached: Answer, made: Answer): boolean =>
  cached === made || inCommon(url, cached) === inCommon(reference, made);

function differenceText(server: number, { who, path }: Read, cached: string, made: string): string {
  let at = 0;
  while (at < cached.length && cached[at] === made[at]) at += 1;
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 120);
  return `Server ${server + 1} answers ${who} on ${path}\n  …${part(cached)}…\nwhere one that caches nothing answers\n  …${part(made)}…`;
}
