import { FileVideo } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { PlayableVideo } from '../../posts/index.ts';
import { AdminOnlySwitch, CaptionField } from '../form/PostFields.tsx';
import type { FormParts } from '../form/PostForm.tsx';
import { ThumbnailChoice } from './ThumbnailChoice.tsx';
import type { PickedVideo, VideoChoice } from './use-picked-video.ts';
import styles from './VideoFields.module.css';
import type { VideoDraft } from './video-kind.ts';

interface VideoFieldsProps extends FormParts {
  readonly draft: VideoDraft;
  readonly onChange: (part: Partial<VideoDraft>) => void;
  readonly choice: VideoChoice;
  /** What stands in the video's place while none is picked. */
  readonly unpicked: ReactNode;
  readonly faults: { readonly thumbnail?: string | null; readonly caption?: string | null };
  readonly captionHint: string;
}

/** Video, thumbnail, caption, and who may see it: the fields of a video post, new or edited. */
export function VideoFields({ draft, onChange, choice, faults, disabled, ...parts }: VideoFieldsProps) {
  return (
    <div className={styles.fields}>
      <div className={styles.inputs} inert={disabled}>
        {choice.picked ? (
          <>
            <Picked video={choice.picked} thumbnail={draft.thumbnail} onChange={choice.clear} />
            <ThumbnailChoice
              key={choice.picked.address}
              video={choice.picked}
              chosen={draft.thumbnail}
              fault={faults.thumbnail ?? null}
              onChoose={(thumbnail) => onChange({ thumbnail })}
            />
          </>
        ) : (
          parts.unpicked
        )}
        <CaptionField
          value={draft.caption}
          placeholder={parts.captionHint}
          error={faults.caption ?? null}
          onChange={onChange}
        />
        <AdminOnlySwitch checked={draft.adminOnly} onChange={onChange} />
      </div>
      {parts.actions}
    </div>
  );
}

interface PickedProps {
  readonly video: PickedVideo;
  readonly thumbnail: string | null;
  readonly onChange: () => void;
}

/** The picked file: playable with its chosen thumbnail, or its name where this browser cannot play it. */
function Picked({ video, thumbnail, onChange }: PickedProps) {
  const { t } = useTexts();
  return (
    <div className={styles.picked}>
      {video.metadata ? (
        <PlayableVideo
          // A poster shows only before the first play; a new one begins anew.
          key={thumbnail}
          source={video.address}
          poster={thumbnail ?? undefined}
          duration={video.metadata.duration}
          measures={video.metadata}
          label={video.file.name}
        />
      ) : (
        <span className={styles.unseen}>
          {thumbnail ? <img src={thumbnail} alt="" /> : <FileVideo size={40} aria-hidden />}
        </span>
      )}
      <div className={styles.file}>
        <span>{video.file.name}</span>
        <Button variant="quiet" size="small" onClick={onChange}>
          {t('composer.videoOther')}
        </Button>
      </div>
    </div>
  );
}
