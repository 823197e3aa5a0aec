import { FileText, Images, Plus, Video } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { handedOverFile } from '../../device/handed-over-file.ts';
import { pickFile } from '../../device/pick-file.ts';
import { useTexts } from '../../i18n/language.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';

/** The admins' menu of what to publish. A video is picked first; its screen gets the file in memory. */
export function NewPostMenu() {
  const { t } = useTexts();
  const navigate = useNavigate();

  async function newVideo() {
    const file = await pickFile({ accept: 'video/*' });
    if (!file) return;
    handedOverFile.put(file);
    navigate('/new/video');
  }

  return (
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
        { label: t('shell.newVideo'), icon: <Video size={20} aria-hidden />, onSelect: newVideo },
      ]}
    />
  );
}
