import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import type { Comment } from '@duet/contract/comments/shapes';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './duet.ts';
import { cardOf } from './feed.ts';

/** A comment, written without the app. */
export const writeComment = async (author: Person, under: Post, text: string): Promise<Comment> =>
  (await author.api.call(commentsEndpoints['comments.create'], { body: { postId: under._id, text } })).data
    .comment;

/** How many comments a post says that it has. */
export const commentCount = async (person: Person, under: Post): Promise<number> =>
  (await person.api.call(postsEndpoints['posts.detail'], { params: { id: under._id } })).data.post
    .comment_count;

export const isList = (url: URL) => url.pathname.startsWith('/api/comments/post/');
export const isReaction = (url: URL) => /^\/api\/comments\/[^/]+\/like$/.test(url.pathname);
export const isCreate = (url: URL) => url.pathname === '/api/comments';

export const sheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Comments' });
export const comments = (page: Page): Locator =>
  sheet(page).getByRole('list', { name: 'Comments' }).getByRole('listitem');
export const comment = (page: Page, text: string): Locator => comments(page).filter({ hasText: text });
export const commentField = (page: Page): Locator =>
  sheet(page).getByRole('textbox', { name: 'Write a comment' });
export const postButton = (page: Page): Locator => sheet(page).getByRole('button', { name: 'Post comment' });
export const commentButton = (page: Page, under: Post): Locator =>
  cardOf(page, under).getByRole('button', { name: /^Comment, / });

/** Opens the comments with the button of the post's card. */
export async function openComments(page: Page, under: Post): Promise<void> {
  await commentButton(page, under).click();
  await expect(sheet(page)).toBeVisible();
}

/** Chooses from the menu of the comment with this text. */
export async function chooseFor(page: Page, text: string, action: string): Promise<void> {
  await comment(page, text)
    .getByRole('button', { name: /^Options for the comment/ })
    .click();
  await page
    .getByRole('dialog', { name: /^Options for/ })
    .getByRole('button', { name: action, exact: true })
    .click();
}
