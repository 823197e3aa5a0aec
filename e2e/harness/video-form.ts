import { videoTypes } from '@duet/contract/uploads/shapes';
import { expect, type Page, type Request } from '@playwright/test';
import { serverAnswer } from './requests.ts';
import { videoFile, videoOf } from './video.ts';

export const chunkCalls = '**/api/upload/chunked?action=upload*';
export const isAction = (action: string) => (request: Request) =>
  request.url().includes(`/api/upload/chunked?action=${action}`) && request.method() === 'POST';
export const bodyOf = (request: Request) => JSON.parse(request.postData() ?? '{}');
export const indexOf = (request: Request) => Number(new URL(request.url()).searchParams.get('chunkIndex'));

export const mp4 = (bytes?: number, name = 'us.mp4') => ({
  name,
  mimeType: 'video/mp4',
  buffer: bytes ? videoOf(bytes) : videoFile('index-first.mp4'),
});
export type Picked = ReturnType<typeof mp4>;

/** By the form's own picker: the list of interrupted uploads, which other tests may have filled, has one as well. */
export const pick = (page: Page, file: Picked) =>
  page.locator('form :not(li) > input[type=file]').first().setInputFiles(file);
export const caption = (page: Page) => page.getByRole('textbox', { name: 'Caption' });
export const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });
export const frames = (page: Page) => page.getByRole('button', { name: /^Frame at/ });
export const progress = (page: Page) => page.getByRole('region', { name: 'Upload of the video' });

export async function pickWithThumbnail(page: Page, file: Picked): Promise<void> {
  await pick(page, file);
  await frames(page).nth(1).click();
  await expect(frames(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
}

/** Keeps every chunk on its way until what it answers is called. */
export async function holdChunks(page: Page): Promise<{ release: () => Promise<void>; asked: number[] }> {
  const gate = Promise.withResolvers<void>();
  const asked: number[] = [];
  await page.route(chunkCalls, async (route) => {
    asked.push(indexOf(route.request()));
    await gate.promise;
    // One that was given up meanwhile has nobody to answer.
    await route.continue().catch(() => undefined);
  });
  return {
    asked,
    release: async () => {
      gate.resolve();
      await page.unroute(chunkCalls);
    },
  };
}

/** Lets the form offer what a site with an ffmpeg offers, whatever is on this machine. */
export const offerEveryType = (page: Page) =>
  page.route('**/api/upload/chunked?action=open', async (route) => {
    const response = await serverAnswer(route);
    const answer = await response.json();
    answer.data.acceptedTypes = videoTypes;
    await route.fulfill({ response, json: answer });
  });
