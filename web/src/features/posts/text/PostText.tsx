import type { Post } from '@duet/contract/posts/shapes';
import { cutHtml } from '@duet/contract/posts/text/cut';
import { formatOf } from '@duet/contract/posts/text/format';
import { textAsHtml } from '@duet/contract/posts/text/html-text';
import { htmlLength } from '@duet/contract/posts/text/html-tokens';
import { lazy, useMemo } from 'react';
import { Part } from '../../../offline/Part.tsx';
import { Preview } from './Preview.tsx';
import { RichHtml } from './RichHtml.tsx';
import { useReveal } from './use-reveal.ts';

const BlockText = lazy(() => import('../blocks/BlockText.tsx'));

interface PostTextProps {
  readonly post: Post;
  /** A member reads all of it at once; in the feed there is a preview first. */
  readonly whole: boolean;
  /** In viewport when the page opens: its pictures load at once. */
  readonly eager: boolean;
}

/** What a post says, as far as who is here may read it. */
export function PostText({ post, whole, eager }: PostTextProps) {
  if (formatOf(post.content ?? '') === 'html') return <HtmlText post={post} whole={whole} eager={eager} />;
  return (
    <Part>
      <BlockText post={post} whole={whole} />
    </Part>
  );
}

function HtmlText({ post, whole, eager }: PostTextProps) {
  const html = useMemo(
    () => textAsHtml(post.caption ?? '') + (post.content ?? ''),
    [post.caption, post.content],
  );
  const length = useMemo(() => htmlLength(html), [html]);
  const revealed = useReveal(length, post.contentTruncated ?? false, whole);
  const { max } = revealed;
  const shown = useMemo(() => (max === null ? html : cutHtml(html, max).html), [html, max]);
  if (html === '') return null;
  return (
    <Preview revealed={revealed} whole={whole}>
      <RichHtml html={shown} media={post.media} eager={eager} />
    </Preview>
  );
}
