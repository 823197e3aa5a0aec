import { limits } from '@duet/contract/limits';
import type { VideoType } from '@duet/contract/uploads/shapes';
import type { PlainKey } from '../../../i18n/language.ts';

/** The types that are taken (product.md §5), with the endings by which files come that have no type. */
const endings: Readonly<Record<VideoType, readonly string[]>> = {
  'video/mp4': ['mp4'],
  'video/webm': ['webm'],
  'video/ogg': ['ogv', 'ogg'],
  'video/quicktime': ['mov', 'qt'],
  'video/x-msvideo': ['avi'],
  'video/x-ms-wmv': ['wmv'],
};
const types = Object.keys(endings) as VideoType[];

/** For a file picker: what is taken and nothing else. */
export const acceptedVideos = types.flatMap((type) => [type, ...endings[type].map((e) => `.${e}`)]).join(',');

type Named = Pick<File, 'name' | 'type'>;

/** What a file says it is, or null where that is not taken. */
export function videoTypeOf({ name, type }: Named): VideoType | null {
  const said = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (said !== '') return types.find((one) => one === said) ?? null;
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return types.find((one) => endings[one].includes(ending)) ?? null;
}

/** Why a file cannot be the video, before it is opened, or null. */
export function videoFault(file: Named & Pick<File, 'size'>): PlainKey | null {
  if (videoTypeOf(file) === null) return 'rules.VIDEO_TYPE_NOT_ACCEPTED';
  if (file.size === 0) return 'rules.VIDEO_EMPTY';
  return file.size > limits.video.maxBytes ? 'rules.VIDEO_TOO_LARGE' : null;
}
