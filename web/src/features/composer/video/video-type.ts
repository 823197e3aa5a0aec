import { limits } from '@duet/contract/limits';
import type { VideoType } from '@duet/contract/uploads/shapes';
import { t } from '../../../i18n/language.ts';

/** The types that are taken (product.md §5), with the endings of files whose type is not known. */
const endings: Readonly<Record<VideoType, readonly string[]>> = {
  'video/mp4': ['mp4'],
  'video/webm': ['webm'],
  'video/ogg': ['ogv', 'ogg'],
  'video/quicktime': ['mov', 'qt'],
  'video/x-msvideo': ['avi'],
  'video/x-ms-wmv': ['wmv'],
};
/** All that a site with an `ffmpeg` takes. */
export const allTypes = Object.keys(endings) as VideoType[];

/** What else systems call a type: Windows says `video/avi`. */
const aliases: ReadonlyMap<string, VideoType> = new Map([
  ['video/avi', 'video/x-msvideo'],
  ['video/msvideo', 'video/x-msvideo'],
]);
/** Said of files whose type is not known. */
const untyped: readonly string[] = ['', 'application/octet-stream'];

/** What each type is called, in the order in which they are named. */
const names: Readonly<Record<VideoType, string>> = {
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
  'video/ogg': 'Ogg',
  'video/quicktime': 'MOV',
  'video/x-msvideo': 'AVI',
  'video/x-ms-wmv': 'WMV',
};

/** For a file picker: what the site takes and nothing else. */
export const acceptAttribute = (types: readonly VideoType[] = allTypes): string =>
  types.flatMap((type) => [type, ...endings[type].map((ending) => `.${ending}`)]).join(',');

/** `MP4, WebM or MOV`, in a language. */
export const namesOf = (types: readonly VideoType[], language: string): string =>
  // British English has no comma before the last one, as the app's other texts.
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'disjunction' }).format(
    types.map((type) => names[type]),
  );

type Named = Pick<File, 'name' | 'type'>;

/** What a file says it is, or null where that is no video that any site takes. */
export function videoTypeOf({ name, type }: Named): VideoType | null {
  const said = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!untyped.includes(said)) return aliases.get(said) ?? allTypes.find((one) => one === said) ?? null;
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return allTypes.find((one) => endings[one].includes(ending)) ?? null;
}

/** Why a file cannot be the video, before it is opened, or null. `accepted`: the types that this site takes. */
export function videoFault(
  file: Named & Pick<File, 'size'>,
  accepted: readonly VideoType[] = allTypes,
): string | null {
  const type = videoTypeOf(file);
  if (type === null) return t('rules.VIDEO_TYPE_NOT_ACCEPTED');
  if (!accepted.includes(type)) return t('rules.VIDEO_NOT_PLAYABLE', { kind: names[type] });
  if (file.size === 0) return t('rules.VIDEO_EMPTY');
  return file.size > limits.video.maxBytes ? t('rules.VIDEO_TOO_LARGE') : null;
}
