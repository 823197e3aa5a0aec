import type { Agent } from 'node:http';
import type { Read } from './reads.ts';
import { send } from './send.ts';

/** A status and a text. */
export type Answer = string;

interface Asking {
  readonly agent: Agent;
  readonly compressed?: boolean;
}

export async function ask(url: string, { token, path }: Read, asking: Asking): Promise<Answer> {
  const { agent, compressed = false } = asking;
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(compressed ? { 'accept-encoding': 'gzip' } : {}),
  };
  const { status, body } = await send(`${url}${path}`, { agent, headers });
  return `${status} ${body}`;
}

/** As far as the servers must agree on it. */
export const inCommon = (url: string, answer: Answer): string =>
  answer
    // Signed addresses are written for the moment.
    .replaceAll(/(\/media\/[\w/.]+)\?e=\d+&(?:amp;)?u=[\w-]+&(?:amp;)?s=[\w-]+/g, '$1?signed')
    // Where the site lives stands in its pages.
    .replaceAll(url, '');
