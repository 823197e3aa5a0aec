import { useSession } from '../../../session/session.ts';

/** For whom answers are kept: a person's id or 'guest'. Null while it is not known who a token stands for. */
export function useViewerKey(): string | null {
  const { status, user } = useSession();
  if (user) return user._id;
  return status === 'ready' ? 'guest' : null;
}
