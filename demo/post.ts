import type { Motif } from './art/paint.ts';
import type { Couple } from './people.ts';

/** A picture and the words for who cannot see it. */
interface DemoPicture extends Motif {
  readonly alt: string;
}

interface DemoBlock {
  type: string;
  data: Record<string, unknown>;
}

export interface DemoPost {
  readonly by: Couple;
  /** Days before the demo was made. */
  readonly daysAgo: number;
  readonly title?: string;
  readonly caption?: string;
  /**
   * Clean HTML; `<img src="0">` stands for the first of `pictures`. Or blocks. A post without content is a gallery or,
   * with a poster, a video.
   */
  readonly content?: string | { blocks: DemoBlock[] };
  readonly pictures?: readonly DemoPicture[];
  /** The picture that stands for the video of the demo. */
  readonly poster?: DemoPicture;
  readonly adminOnly?: true;
  /** Not published. */
  readonly draft?: true;
  /** How many of the friends like it. */
  readonly likes?: number;
  readonly extraLikes?: number;
  readonly extraViews?: number;
}

/** `pic('sea', 'dusk', 'wide', 'The sea in the evening')`; a picture of its own by its words. */
export const pic = (
  scene: Motif['scene'],
  mood: Motif['mood'],
  shape: Motif['shape'],
  alt: string,
): DemoPicture => ({
  scene,
  mood,
  shape,
  alt,
  seed: [...alt].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 99_991, 7),
});
