import { pathOf } from '../media/storage-path.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';

/** The key in the storage of a picture that was uploaded before; INVALID for an address that is none of this site. */
export function pictureOf({ config }: Context, address: string, field: 'coverUrl' | 'iconUrl'): string {
  const path = pathOf(address, config.publicUrl);
  if (path === null) throw new Failure('INVALID', { fields: { [field]: 'fieldInvalid' } });
  return path;
}
