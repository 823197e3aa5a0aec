import { useState } from 'react';
import { mediaAddress } from '../../api/client.ts';

interface CoverProps {
  readonly url: string;
  readonly className: string | undefined;
}

/** The cover of the site. Where it does not come, its ground stands there alone: an image without a source has no height. */
export function Cover({ url, className }: CoverProps) {
  const [broken, setBroken] = useState(false);
  if (broken) return <div className={className} />;
  return <img src={mediaAddress(url)} alt="" className={className} onError={() => setBroken(true)} />;
}
