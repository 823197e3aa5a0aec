import type { Config } from '../../platform/config/config.ts';
import { type Finding, fault, note, ok } from './finding.ts';

type Place = Pick<Config, 'host' | 'port' | 'publicUrl' | 'trustProxy'>;

const timeoutMs = 5000;

/** How the server that runs here is reached: on this machine, and through the proxy by the public address. */
export async function checkProxy(config: Place): Promise<Finding[]> {
  const { publicUrl } = config;
  const before = await metricsOf(config);
  if (before === null) {
    const says = `No server of Duet answers at ${hereOf(config)}.`;
    return [note('server', says, 'Start it and run this again to have the proxy checked.')];
  }
  const running = ok('server', `It answers at ${hereOf(config)}.`);
  if (publicUrl === null) {
    const says = 'DUET_PUBLIC_URL is not set: links have no full addresses.';
    return [running, note('proxy', says, 'Set it where others are to reach the site.')];
  }
  return [running, await throughProxy(config, publicUrl, before)];
}

async function throughProxy(config: Place, publicUrl: string, before: Metrics): Promise<Finding> {
  const answer = await ask(`${publicUrl}/readyz`);
  if (answer.status !== 200) return unreachable(publicUrl, answer);
  const after = await metricsOf(config);
  if (after === null) return note('proxy', 'The server stopped meanwhile.', 'Run this again.');
  if (after.readyAnswers <= before.readyAnswers) {
    const says = `${publicUrl} leads to another server than the one at ${hereOf(config)}.`;
    return note('proxy', says, 'Right where there are several; else look at the proxy.');
  }
  const outside = await ask(`${publicUrl}/metrics`);
  if (outside.status === 200) {
    const says = 'The proxy does not say whose requests it forwards, so all people share one limit.';
    return fault('proxy', says, 'Let it set X-Forwarded-For to the address of the client (docs/install.md).');
  }
  if (after.ignored > before.ignored) {
    const says = 'The X-Forwarded-For of the proxy is not believed, so all people share one limit.';
    return fault('proxy', says, "Set DUET_TRUST_PROXY to the proxy's address, which the server's log names.");
  }
  return ok('proxy', `${publicUrl} answers, and the addresses of people arrive.`);
}

function unreachable(publicUrl: string, { status, error }: Asked): Finding {
  if (status !== null) {
    const mend = 'Look at the log of the proxy, and whether it leads to DUET_HOST and DUET_PORT.';
    return fault('proxy', `${publicUrl} answers with ${status}.`, mend);
  }
  if (/certificate|CERT|SELF_SIGNED/i.test(error)) {
    const says = `The certificate of ${publicUrl} is not trusted on this machine (${error}).`;
    return fault('proxy', says, "Get a public one, or name your own authority's in NODE_EXTRA_CA_CERTS.");
  }
  const mend = 'Look at its name in the DNS, at the firewall and at whether the proxy runs.';
  return fault('proxy', `${publicUrl} cannot be reached from this machine (${error}).`, mend);
}

interface Metrics {
  /** Answers to `/readyz` so far. */
  readonly readyAnswers: number;
  /** Requests whose `X-Forwarded-For` was not believed. */
  readonly ignored: number;
}

/** Of the server that runs on this machine; null where none does. */
async function metricsOf(config: Place): Promise<Metrics | null> {
  const { status, text } = await ask(`${hereOf(config)}/metrics`);
  if (status !== 200 || !text.includes('duet_uptime_seconds')) return null;
  const sum = (form: RegExp) => [...text.matchAll(form)].reduce((all, [, value]) => all + Number(value), 0);
  return {
    readyAnswers: sum(/^duet_request_seconds_count\{[^}]*route="\/readyz"[^}]*\} (\d+)$/gm),
    ignored: sum(/^duet_forwarding_ignored_total (\d+)$/gm),
  };
}

/** Where the server listens, as this machine reaches it. */
function hereOf({ host, port }: Place): string {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

interface Asked {
  /** Null where nothing answered. */
  readonly status: number | null;
  readonly text: string;
  readonly error: string;
}

async function ask(url: string): Promise<Asked> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { status: answer.status, text: await answer.text(), error: '' };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    return { status: null, text: '', error: cause?.code ?? cause?.message ?? message };
  }
}
