import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { SheetPart } from '../../offline/SheetPart.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { lateComponent, useLateComponent } from '../../ui/late-component.ts';
import type { NewPostMenuProps } from './NewPostMenu.tsx';

const newPostMenu = lateComponent(() => import('./NewPostMenu.tsx'));

/** Whoever opens it is told where its code did not come. */
const ignore = () => undefined;

/** For admins: the button with the menu of what to publish, whose code comes beside everything else. */
export function NewPost() {
  const { t } = useTexts();
  const [menu, setMenu] = useState<'unused' | 'open' | 'closed'>('unused');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => void newPostMenu.load().catch(ignore), []);
  const open = menu === 'open';
  return (
    <>
      <IconButton
        ref={button}
        label={t('shell.newPost')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setMenu('open')}
      >
        <Plus aria-hidden />
      </IconButton>
      {menu !== 'unused' && (
        <UsedMenu open={open} anchor={button.current} onClose={() => setMenu('closed')} />
      )}
    </>
  );
}

function UsedMenu(menu: NewPostMenuProps) {
  const Menu = useLateComponent(newPostMenu);
  return (
    <SheetPart open={menu.open} onClose={menu.onClose}>
      <Menu {...menu} />
    </SheetPart>
  );
}
