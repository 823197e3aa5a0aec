import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { Duet } from '../e2e/harness/duet.ts';
import { publishGallery, publishText } from '../e2e/harness/posts.ts';
import { startServer } from '../e2e/harness/server.ts';
import { openBrowser } from './browser.ts';

interface Script {
  readonly path: string;
  readonly gzip: number;
  readonly wire: number;
}

/** After the feed stands, what it loads on its own: anything later is somebody's doing. */
const settleMs = 4000;

/**
 * All JavaScript that a guest's first visit of /home loads, in a real browser from a real server with posts of the
 * kinds that a feed shows. `gzip` is the size of each file compressed by itself, whatever the server chose to send.
 */
export async function feedBundle(): Promise<string[]> {
  const server = await startServer('sqlite');
  const browser = await openBrowser();
  try {
    const duet = new Duet(server);
    const admin = await duet.admin();
    await publishText(admin, `<p>${'A day by the sea. '.repeat(60)}</p>`, { title: 'By the sea' });
    await publishGallery(admin, 6, { caption: 'Six of them' });
    const page = await duet.page(browser, null, {
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'allow',
    });
    const scripts: Promise<Script>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(measured(response));
    });
    await page.goto('/home');
    await page.getByText('Six of them').waitFor();
    await page.waitForTimeout(settleMs);
    return table(await Promise.all(scripts));
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function measured(response: Response): Promise<Script> {
  const [body, sizes] = [await response.body(), await response.request().sizes()];
  return {
    path: new URL(response.url()).pathname,
    gzip: gzipSync(body).length,
    wire: sizes.responseBodySize,
  };
}

function table(scripts: readonly Script[]): string[] {
  const sorted = scripts.toSorted((one, other) => other.gzip - one.gzip);
  const sum = (side: 'gzip' | 'wire') => scripts.reduce((total, script) => total + script[side], 0);
  const row = (path: string, gzip: number, wire: number) =>
    `| ${path} | ${kilobytes(gzip)} | ${kilobytes(wire)} |`;
  return [
    '| script | gzip, kB | on the wire, kB |',
    '| --- | ---: | ---: |',
    ...sorted.map(({ path, gzip, wire }) => row(path, gzip, wire)),
    row(`**${scripts.length} scripts**`, sum('gzip'), sum('wire')),
  ];
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
