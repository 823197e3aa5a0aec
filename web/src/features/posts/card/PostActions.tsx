import type { Post } from '@duet/contract/posts/shapes';
import { Clock, Eye, Heart, Link2, MessageCircle, Share2 } from 'lucide-react';
import { type AnimationEvent, type ComponentProps, lazy, type ReactNode, useId, useState } from 'react';
import { useOptimisticFields } from '../../../api/optimistic-fields.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useTexts } from '../../../i18n/language.ts';
import { hapticTap } from '../../../native/haptics.ts';
import { SheetPart } from '../../../offline/SheetPart.tsx';
import { loginPrompt } from '../../../session/LoginPrompt.tsx';
import { useUser } from '../../../session/session.ts';
import { classes } from '../../../ui/classes.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { toast } from '../../../ui/toast.ts';
import { optimisticPosts } from '../cache/cached-posts.ts';
import { like } from '../like/like.ts';
import styles from './PostActions.module.css';
import { linkOf, share } from './share.ts';
import { shortCount } from './short-count.ts';

interface PostActionsProps {
  readonly post: Post;
  /** Opens the comments; a guest is asked to sign in instead. */
  readonly onComments: (post: Post) => void;
}

/** What one can do with a post, and how often others did. */
export function PostActions({ post, onComments }: PostActionsProps) {
  const { t, language } = useTexts();
  const user = useUser();
  const views = post.totalViews ?? post.views ?? 0;
  return (
    <>
      <div className={styles.row}>
        <LikeButton post={post} />
        <CommentButton post={post} onComments={onComments} />
        <ShareButton post={post} />
        {user && <CopyLinkButton post={post} />}
        {views > 0 && (
          <span className={styles.views} title={t('posts.views', { count: views })}>
            <Eye size={18} aria-hidden />
            <span aria-hidden="true">{shortCount(views, language)}</span>
            <span className="visually-hidden">{t('posts.views', { count: views })}</span>
          </span>
        )}
      </div>
      <RealCounts post={post} />
    </>
  );
}

function CommentButton({ post, onComments }: PostActionsProps) {
  const { t } = useTexts();
  const user = useUser();
  const count = post.comment_count ?? 0;

  return (
    <CardAction
      label={t('posts.comment', { count })}
      count={count}
      onClick={() => (user ? onComments(post) : loginPrompt.open('comment'))}
    >
      <MessageCircle aria-hidden />
    </CardAction>
  );
}

function ShareButton({ post }: { readonly post: Post }) {
  const { t } = useTexts();
  const user = useUser();
  return (
    <CardAction
      label={t('posts.share')}
      onClick={() => (user ? void share(post) : loginPrompt.open('share'))}
    >
      <Share2 size={22} aria-hidden />
    </CardAction>
  );
}

/** What only admins receive: the counts without what was added to them. */
function RealCounts({ post: { realViewsCount, realLikesCount } }: { readonly post: Post }) {
  const { t, language } = useTexts();
  if (realViewsCount === undefined || realLikesCount === undefined) return null;
  const numbers = numberFormat(language);
  return (
    <p className={styles.real}>
      <span>
        {t('posts.realViews')}: {numbers.format(realViewsCount)}
      </span>
      <span>
        {t('posts.realLikes')}: {numbers.format(realLikesCount)}
      </span>
    </p>
  );
}

const LinkSheet = lazy(() => import('./LinkSheet.tsx'));

/** Copies the link of a post; where the clipboard cannot be written to, shows it to be copied by hand. */
function CopyLinkButton({ post }: { readonly post: Post }) {
  const { t } = useTexts();
  const [byHand, setByHand] = useState<'closed' | 'open' | null>(null);
  const url = linkOf(post);

  const copied = () => toast.success(t('posts.linkCopied'));

  return (
    <>
      <CardAction
        label={t('posts.copyLink')}
        onClick={() => void copyText(url, copied, () => setByHand('open'))}
      >
        <Link2 size={22} aria-hidden />
      </CardAction>
      {byHand && (
        <SheetPart open={byHand === 'open'} onClose={() => setByHand('closed')}>
          <LinkSheet url={url} open={byHand === 'open'} onClose={() => setByHand('closed')} />
        </SheetPart>
      )}
    </>
  );
}

/** The heart and its count. It beats on every tap, also where a person has liked already and nothing changes. */
function LikeButton({ post }: { readonly post: Post }) {
  const { t } = useTexts();
  const user = useUser();
  const [beats, setBeats] = useState(false);
  const { hasUserLiked, totalLikes } = post;
  const { likeWaits } = useOptimisticFields(optimisticPosts, post);
  const waits = useId();

  function tap() {
    if (!user) return loginPrompt.open('like');
    setBeats(true);
    hapticTap();
    like(post, user);
  }

  return (
    <CardAction
      label={t(hasUserLiked ? 'posts.liked' : 'posts.like', { count: totalLikes })}
      count={totalLikes}
      aria-pressed={hasUserLiked}
      aria-describedby={likeWaits ? waits : undefined}
      data-waiting={likeWaits}
      className={classes(hasUserLiked && styles.liked, beats && styles.beat, likeWaits && styles.waiting)}
      onClick={tap}
      onAnimationEnd={(event: AnimationEvent) => event.target instanceof SVGElement && setBeats(false)}
    >
      <Heart aria-hidden />
      {likeWaits && (
        <>
          <Clock size={14} aria-hidden className={styles.waits} />
          <span id={waits} hidden>
            {t('posts.likeWaits')}
          </span>
        </>
      )}
    </CardAction>
  );
}

interface CardActionProps extends ComponentProps<'button'> {
  /** The whole of it for screen readers and as tooltip, the count included. */
  readonly label: string;
  /** Stands beside the icon; nothing at 0. */
  readonly count?: number;
  readonly children: ReactNode;
}

/** One of the actions below a post: an icon, and how many there are. */
function CardAction({ label, count = 0, className, children, ...button }: CardActionProps) {
  const { language } = useTexts();
  return (
    <button
      type="button"
      title={label}
      {...button}
      aria-label={label}
      className={classes(styles.action, className)}
    >
      {children}
      {count > 0 && <span>{shortCount(count, language)}</span>}
    </button>
  );
}
