import { text, textOrNull } from '../local-draft.ts';
import { type FileMark, readMark } from './session-memory.ts';

/** What of a video post lives on this device until it is published or discarded; the file itself cannot. */
export interface VideoDraft {
  readonly caption: string;
  readonly adminOnly: boolean;
  /** A JPEG as a data URL. */
  readonly thumbnail: string | null;
  readonly draftId: string | null;
  /** The file that was picked last; after a reload it has to be picked again. */
  readonly picked: FileMark | null;
}

export const emptyVideo: VideoDraft = {
  caption: '',
  adminOnly: false,
  thumbnail: null,
  draftId: null,
  picked: null,
};

export const readVideo = (kept: Readonly<Record<string, unknown>>): VideoDraft => ({
  caption: text(kept.caption),
  adminOnly: kept.adminOnly === true,
  thumbnail: textOrNull(kept.thumbnail),
  draftId: textOrNull(kept.draftId),
  picked: readMark(kept.picked),
});

/** A data URL as it travels: base64 alone. */
export const base64Of = (dataUrl: string): string => dataUrl.replace(/^data:[^,]*,/, '');
