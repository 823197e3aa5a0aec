import type { PostType } from '@duet/contract/posts/shapes';
import type { NavigateFunction } from 'react-router-dom';
import { t } from '../../../i18n/language.ts';
import { toast } from '../../../ui/toast.ts';

const forms = {
  richText: '/new/richtext',
  gallery: '/new/gallery',
  video: '/new/video',
} as const satisfies Record<PostType, string>;

/** Whether the form is the page that is seen: behind another one it stays in the document. */
const isSeen = (form: PostType): boolean => location.pathname === forms[form];

/**
 * Says that a post is published. Who is still on its form goes on to the feed (product.md §4); who has gone elsewhere
 * meanwhile, also to another form of the same type (then `navigate` is null), stays there, and gets a link to the post
 * (decisions §7).
 */
export function notifyPublished(postId: string, form: PostType, navigate: NavigateFunction | null): void {
  if (!navigate || !isSeen(form)) {
    notifyElsewhere(t('composer.published'), postId);
    return;
  }
  toast.success(t('composer.published'));
  navigate(`/home?refresh=${Date.now()}`, { replace: true });
}

/** Says that a post is published with other content, and leads to its editor, where what was written goes on. */
export function notifyPublishedOtherwise(
  postId: string,
  form: PostType,
  navigate: NavigateFunction | null,
): void {
  const text = t('composer.publishedOtherwise');
  if (!navigate || !isSeen(form)) {
    toast.warningWithLink(text, { label: t('actions.edit'), to: `/edit/${postId}` });
    return;
  }
  toast.warning(text);
  navigate(`/edit/${postId}`, { replace: true });
}

/** Says on another page what became of a post, with a link to it. */
export function notifyElsewhere(text: string, postId: string): void {
  toast.successWithLink(text, { label: t('composer.showPost'), to: `/post/${postId}` });
}
