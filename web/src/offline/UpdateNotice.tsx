import { useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { NoticeBar } from '../ui/NoticeBar.tsx';
import { useNewBuild } from './new-build.ts';

/** Says that the site was updated, and loads the new version when the person wants it; the page never does by itself. */
export function UpdateNotice() {
  const { t } = useTexts();
  const isThere = useNewBuild();
  const [later, setLater] = useState(false);
  if (!isThere || later) return null;
  return (
    <NoticeBar
      title={t('shell.updateTitle')}
      text={t('shell.updateText')}
      actions={
        <>
          <Button variant="quiet" size="small" onClick={() => setLater(true)}>
            {t('shell.updateLater')}
          </Button>
          <Button size="small" onClick={() => location.reload()}>
            {t('shell.updateLoad')}
          </Button>
        </>
      }
    />
  );
}
