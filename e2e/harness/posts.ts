import { mediaEndpoints, type StoredImage } from '@duet/contract/media/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import type { Person } from './duet.ts';
import { picture } from './picture.ts';

interface Extra {
  readonly title?: string;
  readonly caption?: string;
  readonly adminOnlyVisibility?: boolean;
}

/** A published rich-text post of an admin. */
export async function publishText(admin: Person, content: string, extra: Extra = {}): Promise<Post> {
  return publish(admin, await draft(admin, 'richText'), { content, ...extra });
}

/** A published gallery of an admin, with as many different pictures. */
export const publishGallery = (admin: Person, pictures: number, extra: Extra = {}): Promise<Post> =>
  publishPictures(
    admin,
    Array.from({ length: pictures }, () => ({ width: 800, height: 600 })),
    extra,
  );

/** A published gallery of pictures of these sizes, in px. */
export async function publishPictures(
  admin: Person,
  pictures: readonly { readonly width: number; readonly height: number; readonly alt?: string }[],
  extra: Extra = {},
): Promise<Post> {
  const postId = await draft(admin, 'gallery');
  const mediaUrls: { url: string; alt: string }[] = [];
  for (const [n, { width, height, alt = '' }] of pictures.entries()) {
    const { url } = await uploadGalleryImage(admin, postId, picture(width, height, n * 37));
    mediaUrls.push({ url, alt });
  }
  return publish(admin, postId, { mediaUrls, ...extra });
}

/** Stores a picture for the editor. */
export async function uploadImage(admin: Person, bytes = picture(), draftId?: string): Promise<StoredImage> {
  const form = new FormData();
  if (draftId) form.append('draftId', draftId);
  form.append('image', new Blob([bytes], { type: 'image/png' }), 'picture.png');
  return (await admin.api.call(mediaEndpoints['media.uploadImage'], {}, { form })).data.file;
}

/** Stores a picture of a gallery draft. */
export async function uploadGalleryImage(
  admin: Person,
  postId: string,
  bytes = picture(),
): Promise<StoredImage> {
  const form = new FormData();
  form.append('postId', postId);
  form.append('image', new Blob([bytes], { type: 'image/png' }), 'picture.png');
  return (await admin.api.call(mediaEndpoints['media.uploadGalleryImage'], {}, { form })).data.file;
}

async function draft(admin: Person, postType: 'richText' | 'gallery'): Promise<string> {
  return (await admin.api.call(postsEndpoints['posts.draft'], { body: { postType } })).data.postId;
}

async function publish(
  admin: Person,
  id: string,
  body: Extra & { content?: string; mediaUrls?: { url: string; alt: string }[] },
) {
  return (await admin.api.call(postsEndpoints['posts.publish'], { params: { id }, body })).data.post;
}
