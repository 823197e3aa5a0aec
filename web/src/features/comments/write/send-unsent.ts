import { failureText, isTransient, serverTextOf } from '../../../api/failure.ts';
import { t } from '../../../i18n/language.ts';
import { callAs } from '../../../session/call-as.ts';
import { toast } from '../../../ui/toast.ts';
import { addComment, refreshComments } from '../cache.ts';
import { isDeletedSince } from './client-id.ts';
import { type UnsentComment, unsentComments } from './unsent-comments.ts';

const waiting = (authorId: string): UnsentComment[] =>
  unsentComments.of(authorId).filter(({ refused }) => !refused);

let sending: Promise<void> | null = null;

/** Sends what waits, in the order of writing and each once however often it is tried. Answers how many still wait. */
export async function sendUnsentComments(authorId: string): Promise<number> {
  sending ??= sendAll(authorId).finally(() => {
    sending = null;
  });
  await sending;
  return waiting(authorId).length;
}

async function sendAll(authorId: string): Promise<void> {
  for (const comment of waiting(authorId)) {
    // Another tab may have sent or discarded it meanwhile.
    if (!unsentComments.has(authorId, comment.clientId)) continue;
    const isAnswered = await sendOne(authorId, comment);
    if (!isAnswered) return;
  }
}

/** Answers false where it may pass later, and those behind it would only meet the same. */
async function sendOne(authorId: string, comment: UnsentComment): Promise<boolean> {
  const { clientId, postId, text } = comment;
  try {
    const { data } = await callAs(authorId, 'comments.create', { body: { postId, text, clientId } });
    unsentComments.posted(authorId, clientId);
    addComment(data.comment);
    // A list that was asked for before may come without it.
    refreshComments(postId);
  } catch (error) {
    if (isTransient(error)) return false;
    if (isDeletedSince(error)) {
      unsentComments.remove(authorId, clientId);
      return true;
    }
    const reason = serverTextOf(error) ?? null;
    if (unsentComments.has(authorId, clientId)) {
      unsentComments.put(authorId, { ...comment, refused: true, reason });
      toast.error(failureText(error, t('comments.writeFailed')));
    }
  }
  return true;
}

/** Sends a refused one again, because the person wants it. */
export function tryAgain(authorId: string, comment: UnsentComment): void {
  unsentComments.put(authorId, { ...comment, refused: false, reason: null });
  void sendUnsentComments(authorId);
}
