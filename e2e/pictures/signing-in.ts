import { dialog, firstPost, type Screen } from './screen.ts';

/** How one comes in. */
export const signingIn: readonly Screen[] = [
  { name: 'login', as: 'guest', path: '/login' },
  {
    name: 'login-faults',
    as: 'guest',
    path: '/login',
    async prepare(page) {
      await page.locator('form button[type="submit"]').click();
    },
  },
  {
    name: 'login-refused',
    as: 'guest',
    path: '/login',
    async prepare(page) {
      await page.locator('input[name="username"]').fill('nobody_here');
      await page.locator('input[name="password"]').fill('Wrong!123');
      await page.locator('form button[type="submit"]').click();
      await page.locator('.toast').waitFor();
    },
  },
  { name: 'register', as: 'guest', path: '/register' },
  {
    name: 'register-faults',
    as: 'guest',
    path: '/register',
    async prepare(page) {
      await page.locator('form input').nth(2).fill('abc');
      await page.locator('form button[type="submit"]').click();
    },
  },
  { name: 'new-password', as: 'guest', path: '/new-password#CODE' },
  {
    name: 'login-prompt',
    as: 'guest',
    path: '/home',
    async prepare(page) {
      await firstPost(page);
      await page
        .locator('article')
        .first()
        .getByRole('button', { name: /like|apreci/i })
        .first()
        .click();
      await dialog(page);
    },
  },
];
