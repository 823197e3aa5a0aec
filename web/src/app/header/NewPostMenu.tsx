import { FileText, Images, Plus, Video } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { pendingFile } from '../../device/pending-file.ts';
import { useTexts } from '../../i18n/language.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { useFilePicker } from '../../ui/file-picker.tsx';

/** The admins' menu of what to publish. A video is picked first; its screen gets the file in memory. */
export default function NewPostMenu() {
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
      <ActionMenu
        label={t('shell.newPost')}
        icon={<Plus aria-hidden />}
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
      {video.input}
    </>
  );
}
