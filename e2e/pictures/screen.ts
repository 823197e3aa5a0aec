import type { Page } from '@playwright/test';
import { splashIsGone } from '../harness/splash.ts';

export type Visitor = 'guest' | 'user' | 'admin';

export interface Screen {
  /** Names the picture's file. */
  readonly name: string;
  readonly as: Visitor;
  readonly path: string;
  /** Puts something in the server's place before the page is asked for. */
  readonly before?: (page: Page) => Promise<void>;
  /** Shows what is still on its way, and is not waited for. */
  readonly loading?: true;
  /** Brings the page into the state to be shown. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Whoever looks at nothing in particular. */
export const firstPost = async (page: Page): Promise<void> => {
  await page.getByRole('article').first().waitFor();
};

export const dialog = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').last().waitFor();
};

/** Opens the comments of the post that stands alone. */
export const openComments = async (page: Page): Promise<void> => {
  await page
    .getByRole('article')
    .getByRole('button', { name: /comment|comentari/i })
    .first()
    .click();
  await dialog(page);
};

type PostType = 'gallery' | 'video' | 'richText';
interface ListedPost {
  readonly _id: string;
  readonly postType: PostType;
  readonly mediaUrls?: readonly unknown[];
  readonly comment_count?: number;
}

/** Opens a post of the feed on its own page: the first that fits. */
export const openPost =
  (fits: (post: ListedPost) => boolean) =>
  async (page: Page): Promise<void> => {
    const posts = await page.evaluate(async () => {
      const answer = await fetch('/api/posts?limit=50').then((response) => response.json());
      return answer.data.posts as ListedPost[];
    });
    await page.goto(`/post/${posts.find(fits)?._id}`);
    await splashIsGone(page);
    await firstPost(page);
  };

export const openKind = (kind: PostType) => openPost(({ postType }) => postType === kind);

/** Opens the page of whoever wrote the newest post. */
export const openAuthor = async (page: Page): Promise<void> => {
  await firstPost(page);
  const id = await page.evaluate(async () => {
    const answer = await fetch('/api/posts?limit=1').then((response) => response.json());
    return answer.data.posts[0].user_id as string;
  });
  await page.goto(`/people/${id}`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
};
