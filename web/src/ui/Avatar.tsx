import { useState } from 'react';
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

/** A person's photo, or the first letter of their name. Decoration: the name stands beside it as text. */
export function Avatar({ name, src, size = 'normal', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = classes(styles.avatar, styles[size], styles[`tint${tintOf(name)}`], className);
  if (src && src !== broken) {
    return <img src={src} alt="" className={shown} decoding="async" onError={() => setBroken(src)} />;
  }
  return (
    <span className={shown} aria-hidden="true">
      {[...name][0]?.toUpperCase() ?? '?'}
    </span>
  );
}
