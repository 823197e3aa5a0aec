import type { OpenUpload, VideoType } from '@duet/contract/uploads/shapes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { queryClient } from '../../../api/queries.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { fingerprintOf } from './fingerprint.ts';
import { allTypes } from './video-type.ts';

/** One's uploads that are not finished, and the types of video that the site takes. */
export const uploadsQuery = queryOptions({
  queryKey: queryKeys.openUploads,
  queryFn: async ({ signal }) => (await call('uploads.open', { signal })).data,
  staleTime: 0,
  gcTime: 0,
});

type Answer = Awaited<ReturnType<NonNullable<typeof uploadsQuery.queryFn>>>;

/** The types of video that the site takes; undefined until it has said so. Without an `ffmpeg` it takes fewer. */
export function useAcceptedTypes(): readonly VideoType[] | undefined {
  const { data, isError } = useQuery({ ...uploadsQuery, select: ({ acceptedTypes }) => acceptedTypes });
  return isError ? allTypes : data;
}

/** How long a picked file waits to be told whether its type is taken, in ms. */
const patienceMs = 3000;

/** The same, waited for where it is on its way; undefined where no answer came: then the upload's begin tells. */
export async function acceptedTypes(): Promise<readonly VideoType[] | undefined> {
  const asked = queryClient
    .fetchQuery({ ...uploadsQuery, staleTime: Number.POSITIVE_INFINITY, retry: false })
    .then(({ acceptedTypes: types }) => types)
    .catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs));
  return Promise.race([asked, late]);
}

/** Of new videos, newest first. One for an existing post belongs to where that post is edited. */
export const ofNewVideos = ({ uploads }: Answer): OpenUpload[] =>
  uploads.filter(({ postId }) => postId === null);

const openUploads = async (): Promise<readonly OpenUpload[]> =>
  ofNewVideos((await call('uploads.open')).data);

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
    // A draft that cannot be asked for counts as gone; the upload makes another.
    return null;
  }
}
