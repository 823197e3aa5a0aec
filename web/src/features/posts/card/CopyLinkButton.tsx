import type { Post } from '@duet/contract/posts/shapes';
import { Link2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { toast } from '../../../ui/toast.ts';
import { CardAction } from './CardAction.tsx';
import { linkOf } from './share.ts';

const LinkSheet = lazy(() => import('./LinkSheet.tsx'));

/** Copies the link of a post; where the clipboard cannot be written to, shows it to be copied by hand. */
export function CopyLinkButton({ post }: { readonly post: Post }) {
  const { t } = useTexts();
  const [byHand, setByHand] = useState<'closed' | 'open' | null>(null);
  const url = linkOf(post);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t('posts.linkCopied'));
    } catch {
      setByHand('open');
    }
  }

  return (
    <>
      <CardAction label={t('posts.copyLink')} onClick={() => void copy()}>
        <Link2 size={22} aria-hidden />
      </CardAction>
      {byHand && (
        <Suspense fallback={null}>
          <LinkSheet url={url} open={byHand === 'open'} onClose={() => setByHand('closed')} />
        </Suspense>
      )}
    </>
  );
}
