/**
 * The address of a picture's thumbnail: `name_thumb.ext` beside `name.ext`. Null where there can be none to guess:
 * a signature holds for one address only, and data URLs have nothing beside them (product.md §7).
 */
export function thumbnailOf(url: string): string | null {
  if (/[?#]|^(data|blob):/.test(url)) return null;
  const named = /^(.*\/)([^/]+?)(\.\w+)$/.exec(url);
  if (!named) return null;
  const [, folder, name, extension] = named;
  return name?.endsWith('_thumb') ? url : `${folder}${name}_thumb${extension}`;
}
