import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredImage } from '@duet/contract/media/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import sharp from 'sharp';
import { setRefs } from '../src/media/attach.ts';
import { keepFile } from '../src/media/keep.ts';
import type { Harness, Person } from './harness.ts';

/** A JPEG of one colour. */
export const picture = ({ width = 60, height = 40, color = '#c2335a' } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

/** Uploads a picture as the gallery's form does. */
export async function upload(admin: Person, postId?: string, size?: Parameters<typeof picture>[0]) {
  const form = new FormData();
  if (postId) form.set('postId', postId);
  form.set('image', new Blob([new Uint8Array(await picture(size))], { type: 'image/jpeg' }), 'us.jpg');
  const { status, body } = await admin.send('media.uploadGalleryImage', form);
  if (status !== 200) throw new Error(`no picture was stored: ${body.error}`);
  return body.data.file satisfies StoredImage;
}

export async function draft(admin: Person, postType: Post['postType'] = 'richText'): Promise<string> {
  const { status, body } = await admin.call('posts.draft', { body: { postType } });
  if (status !== 200) throw new Error(`no draft was made: ${body.error}`);
  return body.data.postId;
}

type PublishBody = NonNullable<Parameters<typeof publish>[2]>;

/** Publishes a draft; answers the post as the admin gets it. */
export async function publish(
  admin: Person,
  id: string,
  body: {
    content?: string;
    mediaUrls?: (string | { url: string; alt?: string })[];
    caption?: string;
    title?: string;
    adminOnlyVisibility?: boolean;
  },
): Promise<Post> {
  const answer = await admin.call('posts.publish', { params: { id }, body });
  if (answer.status !== 200) throw new Error(`not published: ${answer.body.error}`);
  return answer.body.data.post;
}

export const richText = async (
  admin: Person,
  content = '<p>Hello</p>',
  more: PublishBody = {},
): Promise<Post> => publish(admin, await draft(admin), { content, ...more });

export async function gallery(admin: Person, pictures = 1, more: PublishBody = {}): Promise<Post> {
  const id = await draft(admin, 'gallery');
  const files = await Promise.all(Array.from({ length: pictures }, () => upload(admin, id)));
  return publish(admin, id, { mediaUrls: files.map(({ url }) => url), ...more });
}

/** Puts a video on a post or draft, as the end of its upload does. */
export async function attachVideo({ context }: Harness, owner: Person, postId: string): Promise<void> {
  await using scratch = await context.storage.scratch();
  const file = join(scratch.path, 'clip');
  await writeFile(file, 'not looked at here');
  const described = {
    kind: 'video',
    owner_id: owner.id,
    file_name: 'clip.mp4',
    content_type: 'video/mp4',
  } as const;
  const measured = { width: 640, height: 360, duration: 12.5, placeholder: '', extension: 'mp4' };
  await keepFile(context, { file, thumbnailFile: null, ...described, ...measured }, async (tx, mediaId) => {
    await setRefs(context, tx, { type: 'post', id: postId }, 'video', [{ mediaId }]);
  });
}
