import type { OpenUpload } from '@duet/contract/uploads/shapes';
import { call } from '../../../api/client.ts';
import { fingerprintOf } from './fingerprint.ts';

/** One's uploads of new videos that are not finished, newest first; begun on this device or another one. */
export async function openUploads(signal?: AbortSignal): Promise<readonly OpenUpload[]> {
  const { data } = await call('uploads.open', signal ? { signal } : {});
  // One for an existing post belongs to where that post is edited.
  return data.uploads.filter(({ postId }) => postId === null);
}

/** Whether an upload is that of a file: its chunks must never be mixed with those of another one. */
export async function isUploadOf(upload: OpenUpload, file: File): Promise<boolean> {
  if (upload.fileName !== file.name || upload.fileSize !== file.size || !upload.fingerprint) return false;
  return upload.fingerprint === (await fingerprintOf(file));
}

/** The upload of a file that was begun before. No answer counts as none: then it begins anew. */
export async function uploadOf(file: File): Promise<OpenUpload | null> {
  try {
    for (const upload of await openUploads()) if (await isUploadOf(upload, file)) return upload;
  } catch {
    // Without the list the file is sent from its beginning.
  }
  return null;
}

/** The server's draft of an upload, as long as it is there and not published. */
export async function draftOf({ draftId }: OpenUpload): Promise<string | null> {
  if (!draftId) return null;
  try {
    const { post } = (await call('posts.detail', { params: { id: draftId } })).data;
    return post.published ? null : draftId;
  } catch {
    return null;
  }
}
