import { mediaAddress } from '../../../api/client.ts';
import { pathOf } from '../fresh-pictures.ts';

/** A whole picture that a post may hold, not one of its smaller sizes, which the server refuses in a text. */
const picturePath = /^\/media\/photos\/[a-z2-7]{2}\/[a-z2-7]{32}\.[a-z0-9]{2,5}$/;

/** The address of a picture of this site as the editor shows it, or null where the server would drop it from a post. */
export function ownPicture(address: string): string | null {
  const origins = [location.origin, new URL(mediaAddress('/'), location.href).origin];
  const relative = origins.reduce(
    (left, origin) => (left.startsWith(`${origin}/`) ? left.slice(origin.length) : left),
    address,
  );
  return picturePath.test(pathOf(relative)) && relative.startsWith('/') ? mediaAddress(relative) : null;
}
