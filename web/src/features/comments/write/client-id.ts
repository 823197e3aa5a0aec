import { CallFailure } from '../../../api/failure.ts';
import { newClientId } from '../../../device/outbox.ts';
import { deviceStorage } from '../../../device/storage.ts';
import { commentDraftKey } from '../../../device/storage-keys.ts';

interface Place {
  readonly authorId: string;
  readonly postId: string;
}

interface Sent {
  readonly text: string;
  readonly clientId: string;
}

/** What this page has sent: another tab may have sent another text since, or have been answered. */
const sentHere = new Map<string, Sent>();

/** Beside the draft, for as long as the draft is there. */
const keyOf = ({ authorId, postId }: Place): string => `${commentDraftKey(authorId, postId)}.sent`;

/** The client id of a comment: the same for the same text until the server has answered, so that a retry stores it once. */
export function clientIdOf({ text, ...place }: Place & { readonly text: string }): string {
  const key = keyOf(place);
  const kept = deviceStorage.getJson(key) as Partial<Sent> | null;
  const before = [sentHere.get(key), kept].find((one) => one?.clientId && one.text === text);
  const sent: Sent = { text, clientId: before?.clientId ?? newClientId() };
  sentHere.set(key, sent);
  deviceStorage.setJson(key, sent);
  return sent.clientId;
}

/** Whether the comment that was sent under this client id has come before, and was deleted since. */
export const isDeletedSince = (error: unknown): boolean =>
  error instanceof CallFailure && error.code === 'COMMENT_NOT_FOUND';

/** The server has answered: the same text is another comment from now on. */
export function forgetClientId({ text, ...place }: Place & { readonly text: string }): void {
  const key = keyOf(place);
  if (sentHere.get(key)?.text === text) sentHere.delete(key);
  const kept = deviceStorage.getJson(key) as Partial<Sent> | null;
  if (kept?.text === text) deviceStorage.remove(key);
}
