import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { IconButton } from '../../ui/IconButton.tsx';

const NewPostMenu = lazy(() => import('./NewPostMenu.tsx'));

/** The button with the menu of what to publish. It stands in its place while the menu's code, which only admins need, comes. */
export function NewPost() {
  const { t } = useTexts();
  return (
    <Suspense
      fallback={
        <IconButton label={t('shell.newPost')} disabled>
          <Plus aria-hidden />
        </IconButton>
      }
    >
      <NewPostMenu />
    </Suspense>
  );
}
