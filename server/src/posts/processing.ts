import type { Post } from '@duet/contract/posts/shapes';
import { isTextKey, type Language, sentence } from '@duet/contract/texts/texts';
import type { PostFile } from './store.ts';

/** A video whose conversion is not done has no address yet: its post is there, with its poster. */
export const isPlayable = ({ conversion }: Pick<PostFile, 'conversion'>): boolean =>
  conversion === null || conversion === 'done';

/** How far the conversion of a post's video is, for admins; nothing where there is none (decisions §6). */
export function presentProcessing(files: readonly PostFile[], language: Language): Pick<Post, 'processing'> {
  const video = files.find(({ role }) => role === 'video');
  if (!video?.conversion) return {};
  const { conversion: state, progress, conversion_error: key } = video;
  const error = key === null ? null : sentence(language, isTextKey(key) ? key : 'conversionFailed');
  return { processing: { state, progress: progress ?? 0, error } };
}
