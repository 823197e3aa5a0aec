import { rateLimits } from '@duet/contract/limits';
import { expect } from 'vitest';
import { createHarness } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { richText } from '../../test/posts.ts';

const page = '<html><head><title>Duet</title></head><body></body></html>';

onOneServer('pages of posts come without a preview to an address that asks for too many', async () => {
  await using site = await createHarness({
    config: { rateLimit: 1, trustProxy: ['127.0.0.1'] },
    web: { 'index.html': page },
  });
  const { _id } = await richText(await site.admin(), '<p>Hello</p>', { title: 'By the sea' });
  const open = async (address: string) => {
    const response = await site.guest.fetch(`/post/${_id}`, { headers: { 'x-forwarded-for': address } });
    return { status: response.status, hasPreview: (await response.text()).includes('By the sea') };
  };
  const { points } = rateLimits.pages;
  for (let n = 0; n < points; n += 1) await open('203.0.113.7');
  expect(await open('203.0.113.7')).toEqual({ status: 200, hasPreview: false });
  expect(await open('203.0.114.8')).toEqual({ status: 200, hasPreview: true });
});
