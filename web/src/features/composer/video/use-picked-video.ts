import type { VideoType } from '@duet/contract/uploads/shapes';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { checkMetadata, type VideoMetadata } from './metadata.ts';
import { acceptedTypes } from './open-uploads.ts';
import { videoFault, videoTypeOf } from './video-type.ts';

/** A file that may be the video. */
export interface PickedVideo {
  readonly file: File;
  readonly type: VideoType;
  /** The browser's own address of it. */
  readonly address: string;
  /** Null where this browser cannot open its type; then the server's check decides. */
  readonly metadata: VideoMetadata | null;
}

export interface VideoChoice {
  readonly picked: PickedVideo | null;
  readonly checking: boolean;
  /** Why the last file was refused. */
  readonly fault: string | null;
  readonly pick: (file: File) => Promise<PickedVideo | null>;
  readonly clear: () => void;
}

/** The video of a form: looked at before it is taken. */
export function usePickedVideo(): VideoChoice {
  const { t } = useTexts();
  const [picked, setPicked] = useState<PickedVideo | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [checking, setChecking] = useState(false);
  const newest = useRef<File | null>(null);
  const address = useRef('');

  useEffect(() => () => URL.revokeObjectURL(address.current), []);

  function clear(): void {
    newest.current = null;
    URL.revokeObjectURL(address.current);
    setPicked(null);
    setFault(null);
    setChecking(false);
  }

  async function pick(file: File): Promise<PickedVideo | null> {
    clear();
    newest.current = file;
    setChecking(true);
    const accepted = await acceptedTypes();
    if (newest.current !== file) return null;
    const type = videoTypeOf(file);
    const known = videoFault(file, accepted);
    if (!type || known) {
      setChecking(false);
      setFault(known);
      return null;
    }
    const opened = URL.createObjectURL(file);
    address.current = opened;
    const check = await checkMetadata(opened, type);
    if (newest.current !== file) return null;
    setChecking(false);
    setFault(check.fault ? t(check.fault) : null);
    if (check.fault) return null;
    const video = { file, type, address: opened, metadata: check.metadata ?? null };
    setPicked(video);
    return video;
  }

  return { picked, checking, fault, pick, clear };
}
