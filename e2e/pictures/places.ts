import { dialog, firstPost, openAuthor, type Screen } from './screen.ts';

/** The pages of people and of the couple, and those that set the site up. */
export const places: readonly Screen[] = [
  { name: 'about', as: 'guest', path: '/about' },
  { name: 'about-user', as: 'user', path: '/about' },
  { name: 'about-edit', as: 'admin', path: '/about/edit' },
  {
    name: 'person',
    as: 'user',
    path: '/home',
    prepare: openAuthor,
  },
  {
    name: 'new-message',
    as: 'user',
    path: '/messages',
    async prepare(page) {
      await page
        .getByRole('button', { name: /new message|mesaj nou/i })
        .first()
        .click();
      await dialog(page);
    },
  },
  { name: 'forgotten-password', as: 'guest', path: '/forgotten-password' },
  { name: 'join', as: 'guest', path: '/join' },
  { name: 'confirm-email', as: 'guest', path: '/confirm-email' },
  { name: 'unsubscribe', as: 'guest', path: '/unsubscribe' },
  { name: 'admin-site', as: 'admin', path: '/admin/site' },
  { name: 'welcome', as: 'admin', path: '/welcome' },
  {
    name: 'edit-post',
    as: 'admin',
    path: '/home',
    async prepare(page) {
      await firstPost(page);
      const id = await page.evaluate(async () => {
        const answer = await fetch('/api/posts?limit=1').then((response) => response.json());
        return answer.data.posts[0]._id as string;
      });
      await page.goto(`/edit/${id}`);
      await page.locator('[contenteditable="true"]').waitFor();
    },
  },
];
