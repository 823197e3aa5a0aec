/** What a picture's node in the editor carries. */
export interface PictureAttributes {
  /** The stored picture, or null: then `upload` names it, or it is missing and asked for. */
  readonly src: string | null;
  /** The key of its upload, and of the file that this device keeps until the text is published. */
  readonly upload: string | null;
  readonly alt: string;
  /** As the server measured it, so that nothing jumps while it loads. */
  readonly width: number | null;
  readonly height: number | null;
}
