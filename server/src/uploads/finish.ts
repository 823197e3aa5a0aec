import { deleteUnreferenced } from '../media/discard.ts';
import { keepFile } from '../media/keep.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import type { UploadSessionRow } from '../platform/db/schema/uploads.ts';
import type { SingleFlight } from '../platform/single-flight.ts';
import { contentTypes } from '../platform/storage/content-types.ts';
import type { Scratch } from '../platform/storage/storage.ts';
import type { Container, MeasuredVideo } from '../platform/video/video.ts';
import { queueConversion } from './conversion-store.ts';
import { keepPoster } from './poster.ts';
import { removeBytes } from './remove-bytes.ts';
import { cancelledMeanwhile, expiryFrom, requireSession } from './session.ts';
import { changeSession, findSession } from './store.ts';
import type { CompleteUpload } from './transport.ts';

declare module '../platform/context.ts' {
  interface Context {
    /** By the id of the upload. */
    readonly uploadFinishing: SingleFlight<Ended>;
  }
}

/** What an upload has become: media that are ready, for a post to refer to. */
export interface FinishedVideo {
  readonly mediaId: string;
  readonly posterId: string | null;
}

/** Who finishes an upload and for what. */
interface Finish {
  readonly userId: string;
  readonly sessionId: string;
  readonly thumbnailBlob: string | null | undefined;
  /** Throws where it could not be used; asked before anything is done. */
  readonly check: () => Promise<void>;
  /** Makes it a post's, in the transaction that ends the upload; answers the post. */
  readonly use: (tx: Writes, video: FinishedVideo) => Promise<string>;
}

interface Ended {
  readonly postId: string;
  readonly sha256: string;
  /** The call whose transaction ended it; null where it was ended before or elsewhere. */
  readonly by: Finish | null;
}

interface Finished extends Pick<Ended, 'postId' | 'sha256'> {
  /** Whether what this call asked for is what was written. */
  readonly own: boolean;
}

const kept: Readonly<Record<Container, { readonly contentType: string; readonly extension: string }>> = {
  mp4: { contentType: contentTypes.mp4, extension: 'mp4' },
  // What a browser plays of it, it plays as MP4, whose sibling it is.
  quicktime: { contentType: contentTypes.mp4, extension: 'mp4' },
  webm: { contentType: contentTypes.webm, extension: 'webm' },
  ogg: { contentType: contentTypes.ogv, extension: 'ogv' },
  avi: { contentType: 'video/x-msvideo', extension: 'avi' },
  asf: { contentType: 'video/x-ms-wmv', extension: 'wmv' },
};

/**
 * Ends an upload: all bytes are there, they are a video, it is fit to be served, and a post has it. The same call
 * again, at once or later, answers the same. Where it fails nothing is left of it but the upload, to be tried again.
 */
export async function finishUpload(context: Context, finish: Finish): Promise<Finished> {
  const { userId, sessionId } = finish;
  const session = await requireSession(context, context.db.read, sessionId, userId);
  const { by, ...end } =
    session.state === 'done'
      ? ended(session)
      : await context.uploadFinishing.run(sessionId, () => finishOnce(context, finish));
  return { ...end, own: by === finish };
}

const ended = ({ post_id, sha256 }: UploadSessionRow): Ended => ({
  postId: post_id ?? '',
  sha256,
  by: null,
});

async function finishOnce(context: Context, finish: Finish): Promise<Ended> {
  const { userId, sessionId } = finish;
  const session = await requireSession(context, context.db.read, sessionId, userId);
  if (session.state === 'done') return ended(session);
  const end = await unlessOver(context, sessionId, async () => {
    await finish.check();
    return context.openUploads.whileComplete(session, (complete) =>
      finishComplete(context, { finish, session, complete }),
    );
  });
  // A post has the video by now: nothing that fails from here on says otherwise.
  await removeBytes(context, sessionId);
  return end;
}

/**
 * Cancelling takes the bytes away under whoever reads them, and so does another server that has finished the same upload
 * first. What that looks like, an error of the machine, a video that seems damaged or a post that is published already, is no
 * fault of either.
 */
async function unlessOver(context: Context, sessionId: string, work: () => Promise<Ended>): Promise<Ended> {
  try {
    return await work();
  } catch (error) {
    const session = await findSession(context.db.read, sessionId);
    if (!session) throw cancelledMeanwhile(error);
    if (session.state === 'done') return ended(session);
    throw error;
  }
}

interface Finishing {
  readonly finish: Finish;
  readonly session: UploadSessionRow;
  readonly complete: CompleteUpload;
}

async function finishComplete(context: Context, finishing: Finishing): Promise<Ended> {
  const { finish, complete } = finishing;
  const video = await context.video.inspect(complete.source);
  await using scratch = await context.storage.scratch();
  const posterId = await keepPoster(context, scratch, { ...finish, ...video, source: complete.source });
  try {
    const sha256 = await complete.assemble();
    const postId = await keepVideo(context, scratch, { ...finishing, video, posterId });
    if (!video.playable) context.conversionWake.notify();
    return { postId, sha256, by: finish };
  } catch (error) {
    if (posterId !== null) await deleteUnreferenced(context, [posterId]);
    throw error;
  }
}

interface Keeping extends Finishing {
  readonly video: MeasuredVideo;
  readonly posterId: string | null;
}

async function keepVideo(context: Context, scratch: Scratch, keeping: Keeping): Promise<string> {
  const { finish, session, complete, video, posterId } = keeping;
  const prepared = video.playable
    ? await context.video.prepare(complete.source, video.container, scratch)
    : null;
  // The upload keeps its bytes until a post has them.
  const asItIs = prepared === null || prepared === complete.source;
  const file = asItIs ? await complete.asItIs(scratch.path) : prepared;
  const { contentType, extension } = kept[video.container];
  const { width, height, duration } = video;
  const described = { width, height, duration, placeholder: '', content_type: contentType };
  const named = { kind: 'video', owner_id: session.user_id, file_name: session.file_name } as const;
  let postId = '';
  await keepFile(
    context,
    { file, thumbnailFile: null, extension, ...described, ...named },
    async (tx, mediaId) => {
      const now = context.clock.now();
      postId = await finish.use(tx, { mediaId, posterId });
      if (!video.playable) await queueConversion(tx, mediaId, now);
      const change = { state: 'done', post_id: postId, expires_at: expiryFrom(now) } as const;
      if (!(await changeSession(tx, session.id, 'assembled', change))) throw cancelledMeanwhile();
    },
  );
  return postId;
}
