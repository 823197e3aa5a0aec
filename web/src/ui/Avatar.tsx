import { thumbnailOf } from '@duet/contract/media/thumbnail';
import { useEffect, useState } from 'react';
import styles from './Avatar.module.css';
import { classes } from './classes.ts';

interface AvatarProps {
  readonly name: string;
  /** Address of the photo, or null. */
  readonly src: string | null | undefined;
  readonly size?: 'small' | 'normal' | 'large' | 'huge';
  readonly className?: string | undefined;
}

/** One of six quiet tints, always the same for the same name. */
function tintOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return sum % 6;
}

/** The files of a photo that may be shown, the best first: its thumbnail wherever that is large enough. */
function filesOf(src: AvatarProps['src'], size: AvatarProps['size']): readonly string[] {
  const thumbnail = src && size !== 'huge' ? thumbnailOf(src) : null;
  return [...(thumbnail ? [thumbnail] : []), ...(src ? [src] : [])];
}

/** How long after a photo did not come it is asked for again, in ms: a busy server refuses for a moment. */
const againMs = [2000, 6000, 20_000];

/** Asks again for a photo that did not come (null: nothing is missing), and tells when it has. */
function useAskAgain(missing: AvatarProps['src'], onThere: () => void): void {
  const [failed, setFailed] = useState({ of: missing, times: 0 });
  const times = failed.of === missing ? failed.times : 0;
  const wait = againMs[times];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what hears of it is another at each rendering, and does the same
  useEffect(() => {
    if (!missing || wait === undefined) return;
    const image = new Image();
    image.onload = onThere;
    image.onerror = () => setFailed({ of: missing, times: times + 1 });
    const timer = setTimeout(() => {
      image.src = missing;
    }, wait);
    return () => {
      clearTimeout(timer);
      image.onload = null;
      image.onerror = null;
    };
  }, [missing, wait]);
}

/** A person's photo, or the first letter of their name. Decoration: the name stands beside it as text. */
export function Avatar({ name, src, size = 'normal', className }: AvatarProps) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const look = classes(styles.avatar, styles[size], styles[`tint${tintOf(name)}`], className);
  const files = filesOf(src, size);
  const file = files.find((one) => !broken.includes(one));
  useAskAgain(file === undefined ? src : null, () => setBroken([]));
  if (file !== undefined) {
    const onError = () => setBroken((known) => [...known, file]);
    // It leaves the line to what one looks at.
    return <img src={file} alt="" className={look} fetchPriority="low" decoding="async" onError={onError} />;
  }
  return (
    <span className={look} aria-hidden="true">
      {[...name][0]?.toUpperCase() ?? '?'}
    </span>
  );
}
