import { newClientId } from '../../../device/client-id.ts';
import { deviceStorage } from '../../../device/storage.ts';
import { draftKey } from './draft.ts';

interface Place {
  readonly authorId: string;
  readonly postId: string;
}

interface Sent {
  readonly text: string;
  readonly clientId: string;
}

/** Beside the draft, for as long as the draft is there. */
const keyOf = ({ authorId, postId }: Place): string => `${draftKey(authorId, postId)}.sent`;

/** What this device calls a comment: the same for the same text until the server has answered, another for another. */
export function sentAs({ text, ...place }: Place & { readonly text: string }): string {
  const before = deviceStorage.getJson(keyOf(place)) as Partial<Sent> | null;
  if (before?.clientId && before.text === text) return before.clientId;
  const sent: Sent = { text, clientId: newClientId() };
  deviceStorage.setJson(keyOf(place), sent);
  return sent.clientId;
}

export const forgetSent = (place: Place): void => deviceStorage.remove(keyOf(place));
