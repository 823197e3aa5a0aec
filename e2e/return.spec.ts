import type { Page } from '@playwright/test';
import type { Person } from './harness/duet.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

const signInButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' });

async function signIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Profile' }).first()).toBeVisible();
}

for (const width of [390, 1440]) {
  test.describe(`at ${width} px, after signing in,`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('one is where one wanted to be before one was sent away', async ({ duet, as }) => {
      const [ana, admin] = [await duet.person(), await duet.admin()];
      const post = await publishText(admin, '<p>To be edited</p>');
      const wanted = [
        [ana, '/profile'],
        [ana, '/setup-profile'],
        [ana, '/messages'],
        [admin, '/admin'],
        [admin, '/admin/users'],
        [admin, `/edit/${post._id}`],
        [admin, '/new/richtext'],
        [admin, '/new/gallery'],
        [admin, '/new/video'],
      ] as const;
      for (const [person, path] of wanted) {
        await test.step(path, async () => {
          const page = await as(null, path);
          await page.waitForURL(/\/(home|login)$/);
          // Also over a reload of where one was sent to.
          await page.reload();
          if (!page.url().endsWith('/login')) await signInButton(page).click();
          await signIn(page, person);
          await expect(page).toHaveURL(path);
          await page.close();
        });
      }
    });

    test('one is on the feed where one has gone elsewhere meanwhile, or may not see what one wanted', async ({
      duet,
      as,
    }) => {
      const ana = await duet.person();
      const post = await publishText(await duet.admin(), '<p>Looked at on purpose</p>');
      const admins = await as(null, '/admin/users');
      await admins.waitForURL('**/home');
      await signInButton(admins).click();
      await signIn(admins, ana);
      await expect(admins).toHaveURL('/home');

      const elsewhere = await as(null, '/profile');
      await elsewhere.waitForURL('**/home');
      await elsewhere.goto(`/post/${post._id}`);
      await signInButton(elsewhere).click();
      await signIn(elsewhere, ana);
      await expect(elsewhere).toHaveURL(`/post/${post._id}`);

      const typed = await as(null, '/profile');
      await typed.waitForURL('**/home');
      await typed.goto('/home');
      await signInButton(typed).click();
      await signIn(typed, ana);
      await expect(typed).toHaveURL('/home');
    });
  });
}

test('keys alone lead back to what was wanted', async ({ duet, as }) => {
  const ana = await duet.person();
  const page = await as(null, '/profile');
  await page.waitForURL('**/home');
  await signInButton(page).focus();
  await page.keyboard.press('Enter');
  await signIn(page, ana);
  await expect(page).toHaveURL('/profile');
});

test('"Sign in" leads back to what was wanted also before the page shows where one was led instead', async ({
  duet,
  as,
}) => {
  const ana = await duet.person();
  const page = await as(null);
  // React asks for a render by a message to itself that says nothing. Those after the address has become the feed's wait.
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    const { postMessage } = MessagePort.prototype;
    const render = () => {
      for (const send of held.splice(0)) send();
    };
    Object.assign(window, { render });
    Object.assign(MessagePort.prototype, {
      postMessage(this: MessagePort, ...words: [unknown, StructuredSerializeOptions?]) {
        const send = () => postMessage.apply(this, words);
        if (words[0] === null && location.pathname === '/home') held.push(send);
        else send();
      },
    });
  });
  await page.goto('/profile');
  await page.waitForURL('**/home');
  await signInButton(page).press('Enter');
  await expect(page).toHaveURL('/login');
  await page.evaluate(() => (window as unknown as { render: () => void }).render());
  await signIn(page, ana);
  await expect(page).toHaveURL('/profile');
});

test('one who went elsewhere while the answer was on its way is left there', async ({ duet, page }) => {
  const ana = await duet.person();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/auth/login', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/home');
  await signInButton(page).click();
  await page.getByLabel('Username').fill(ana.username);
  await page.getByLabel('Password', { exact: true }).fill(ana.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/register');
  answered.resolve();
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible();
  await page.clock.runFor(1000);
  await expect(page).toHaveURL('/register');
});
