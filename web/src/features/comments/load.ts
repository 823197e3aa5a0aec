import { lateComponent } from '../../ui/late-component.ts';

/** The code of the comments, which comes when somebody looks at some. */
export const commentsSheet = lateComponent(() => import('./PostComments.tsx'));
export const loadCommentsSection = () => import('./CommentsSection.tsx');

/** Loads all of it, for when it may be wanted where there is no network. */
export const loadComments = (): Promise<unknown> =>
  Promise.all([commentsSheet.load(), loadCommentsSection()]);
