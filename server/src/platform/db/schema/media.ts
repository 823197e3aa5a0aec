/** A stored file. `path` is its key in the storage: `photos/ab/….jpg`. Life cycle: pending → ready → deleting. */
export interface MediaRow {
  id: string;
  kind: 'photo' | 'video' | 'profile';
  state: 'pending' | 'ready' | 'deleting';
  path: string;
  thumbnail_path: string | null;
  /** The widths in which a picture also lies beside it as WebP, narrowest first: `320,640`. Empty for none. */
  source_widths: string;
  owner_id: string;
  /** What the file was called on the person's device; for display only. */
  file_name: string;
  content_type: string;
  /** Bytes of the stored file. */
  size: number;
  sha256: string;
  width: number;
  height: number;
  /** Seconds, for videos. */
  duration: number | null;
  /** A tiny blurred picture as a data URL. */
  placeholder: string;
  created_at: number;
  /** When the last thing that referred to it let go of it. */
  released_at: number | null;
}

/** What refers to a file: `position` orders a gallery's pictures. */
export interface MediaRefRow {
  owner_type: 'post' | 'user' | 'site';
  owner_id: string;
  role: 'gallery' | 'inline' | 'video' | 'poster' | 'upload' | 'picture' | 'cover' | 'icon';
  position: number;
  media_id: string;
  alt: string;
}

export interface MediaTables {
  media: MediaRow;
  media_refs: MediaRefRow;
}
