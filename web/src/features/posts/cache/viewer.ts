import { type Session, useSession } from '../../../session/session.ts';

/** For whom answers are kept: a person's id or 'guest'. Null while it is not known who a token stands for. */
export function viewerKey({ status, user }: Session): string | null {
  if (user) return user._id;
  return status === 'ready' ? 'guest' : null;
}

export const useViewerKey = (): string | null => viewerKey(useSession());
