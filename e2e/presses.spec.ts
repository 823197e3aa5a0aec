import type { Page } from '@playwright/test';
import { boxOf } from './harness/box.ts';
import { commentButton, sheet } from './harness/comments.ts';
import type { Duet, Person } from './harness/duet.ts';
import { cardOf } from './harness/feed.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';
import { Touch } from './harness/touch.ts';

/** A feed of one post that Ana looks at, where its buttons are, and how to move its card away by so many px. */
async function openFeed(duet: Duet, as: (person: Person, path: string) => Promise<Page>) {
  const post = await publishText(await duet.admin(), '<p>Boats</p>');
  const page = await as(await duet.person('ana'), '/home');
  const card = cardOf(page, post);
  const middleOf = async (name: string | RegExp): Promise<[x: number, y: number]> => {
    const { x, y, width, height } = await boxOf(card.getByRole('button', { name }));
    return [x + width / 2, y + height / 2];
  };
  const move = (x: number, y: number) =>
    card.evaluate((element, to) => element.style.setProperty('translate', `${to[0]}px ${to[1]}px`), [x, y]);
  const like = card.getByRole('button', { name: 'Like, 0 likes' });
  const liked = card.getByRole('button', { name: 'Liked, 1 like' });
  return { page, post, card, like, liked, middleOf, move };
}

async function pressAt(page: Page, [x, y]: readonly [number, number]): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
}

test('a press counts also where what is pressed moves away before it is released', async ({ duet, as }) => {
  const { page, liked, middleOf, move } = await openFeed(duet, as);
  await pressAt(page, await middleOf(/^Like/));
  await move(0, 120);
  await page.mouse.up();
  await expect(liked).toBeVisible();
});

test('a link that is pressed with Ctrl opens in another tab also where it moves away', async ({
  duet,
  as,
}) => {
  const { page, post, card, move } = await openFeed(duet, as);
  const { x, y, width, height } = await boxOf(card.getByRole('link', { name: 'just now' }));
  const opened = page.context().waitForEvent('page');
  await page.keyboard.down('Control');
  await pressAt(page, [x + width / 2, y + height / 2]);
  await move(0, 120);
  await page.mouse.up();
  await page.keyboard.up('Control');
  await expect(await opened).toHaveURL(`/post/${post._id}`);
  await expect(page).toHaveURL('/home');
});

test('a finger presses what it was put on, not what comes under it', async ({ duet, as }) => {
  const { page, liked, middleOf, move } = await openFeed(duet, as);
  const touch = await Touch.on(page);
  const [like, comment] = [await middleOf(/^Like/), await middleOf(/^Comment/)];
  await touch.drag([[like, like]], { steps: 0 });
  await move(like[0] - comment[0], 0);
  await touch.lift(50);
  await expect(liked).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);
});

test('who slides off before the release presses nothing, also where what they pressed moved', async ({
  duet,
  as,
}) => {
  const { page, post, like, liked, middleOf, move } = await openFeed(duet, as);
  const [x, y] = await middleOf(/^Like/);
  for (const away of [0, 120]) {
    await pressAt(page, [x, y]);
    await move(0, away);
    await page.mouse.move(x, y - 60);
    await page.mouse.up();
    await move(0, 0);
  }
  // What is pressed after that comes after them.
  await commentButton(page, post).click();
  await expect(sheet(page)).toBeVisible();
  await expect(liked).toHaveCount(0);
  await expect(like).toBeAttached();
});

test('a press that a dialog comes over before its release presses nothing behind it', async ({
  duet,
  as,
}) => {
  const { page, post, like, middleOf } = await openFeed(duet, as);
  await pressAt(page, await middleOf(/^Like/));
  await commentButton(page, post).evaluate((button) => (button as HTMLElement).click());
  await expect(sheet(page)).toBeVisible();
  await page.mouse.up();
  await sheet(page).getByRole('button', { name: 'Close' }).first().click();
  await expect(sheet(page)).toHaveCount(0);
  await expect(like).toBeVisible();
});

test('what is pressed in a sheet that still rises counts', async ({ duet, as }) => {
  const { page, post } = await openFeed(duet, as);
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const dialog = document.querySelector('dialog');
      if (!dialog) return;
      observer.disconnect();
      // As it is 60 ms after it has come.
      for (const animation of dialog.getAnimations()) {
        animation.pause();
        animation.currentTime = 60;
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await commentButton(page, post).click();
  const close = sheet(page).getByRole('button', { name: 'Close' }).first();
  const box = await close.boundingBox();
  if (!box) throw new Error('Close is not shown.');
  await pressAt(page, [box.x + box.width / 2, box.y + box.height / 2]);
  await sheet(page).evaluate((dialog) => {
    for (const animation of dialog.getAnimations()) animation.finish();
  });
  expect((await boxOf(close)).y).toBeLessThan(box.y - box.height);
  await page.mouse.up();
  await expect(sheet(page)).toHaveCount(0);
});
