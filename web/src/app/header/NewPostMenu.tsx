import { FileText, Images, Video } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { pendingFile } from '../../device/pending-file.ts';
import { useTexts } from '../../i18n/language.ts';
import { OpenActionMenu } from '../../ui/ActionMenu.tsx';
import { useFilePicker } from '../../ui/file-picker.tsx';

export interface NewPostMenuProps {
  readonly open: boolean;
  /** The button that opens it. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}

/**
 * The admins' menu of what to publish. A video is picked first; its screen gets the file in memory. It stays mounted while it
 * is closed, since the picker outlives the menu.
 */
export default function NewPostMenu({ open, anchor, onClose }: NewPostMenuProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const video = useFilePicker({
    accept: 'video/*',
    onPick: ([file]) => {
      if (file) pendingFile.put(file);
      navigate('/new/video');
    },
  });

  return (
    <>
      {open && (
        <OpenActionMenu
          label={t('shell.newPost')}
          anchor={anchor}
          onClose={onClose}
          actions={[
            {
              label: t('shell.newRichText'),
              icon: <FileText size={20} aria-hidden />,
              onSelect: () => navigate('/new/richtext'),
            },
            {
              label: t('shell.newGallery'),
              icon: <Images size={20} aria-hidden />,
              onSelect: () => navigate('/new/gallery'),
            },
            { label: t('shell.newVideo'), icon: <Video size={20} aria-hidden />, onSelect: video.open },
          ]}
        />
      )}
      {video.input}
    </>
  );
}
