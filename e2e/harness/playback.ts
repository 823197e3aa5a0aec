import type { Locator, Page, Route } from '@playwright/test';
import { changePosts } from './feed.ts';
import { wav } from './sound.ts';

const file = wav(90);
export const isFile = (url: URL) => url.pathname.startsWith('/media/videos/');

/** Answers like the server does: whole, or the range that is asked for; at most so many bytes of it. */
export async function serve(route: Route, atMost = file.length): Promise<void> {
  const range = /bytes=(\d+)-(\d*)/.exec(route.request().headers().range ?? '');
  const start = Number(range?.[1] ?? 0);
  const last = range?.[2] ? Number(range[2]) : file.length - 1;
  const end = Math.min(last, start + atMost - 1);
  await route.fulfill({
    status: range ? 206 : 200,
    headers: {
      'content-type': 'audio/wav',
      'accept-ranges': 'bytes',
      ...(range && { 'content-range': `bytes ${start}-${end}/${file.length}` }),
    },
    body: file.subarray(start, end + 1),
  });
}

/** Lets every post of the feed be a video of 90 s. */
export async function asVideos(page: Page, change: object = {}): Promise<void> {
  await page.route(isFile, (route) => serve(route));
  await changePosts(page, (post) => {
    const videoUrl = `/media/videos/${String(post._id)}.wav`;
    Object.assign(post, { postType: 'video', videoUrl, mediaUrl: videoUrl, duration: 90, ...change });
  });
}

export const video = (card: Locator) => card.locator('video');
export const isPaused = (card: Locator) =>
  video(card).evaluate((element: HTMLVideoElement) => element.paused);
export const position = (card: Locator) =>
  video(card).evaluate((element: HTMLVideoElement) => element.currentTime);
export const seek = (card: Locator, seconds: number) =>
  video(card).evaluate((element: HTMLVideoElement, to) => {
    element.currentTime = to;
  }, seconds);
export const start = (card: Locator) => card.getByRole('button', { name: /^Play the video/ }).click();
