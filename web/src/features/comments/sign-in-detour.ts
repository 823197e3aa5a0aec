import { loginPrompt, type PromptReason } from '../../session/LoginPrompt.tsx';

interface Left {
  readonly postId: string;
  readonly pathname: string;
  /** Whose session ended there; null for a guest, who may become anybody. */
  readonly personId: string | null;
}

/** The comments that somebody had open when they were asked to sign in. */
let left: Left | null = null;

/** Asks to sign in for something that was about to be done under a post, and remembers where. */
export function askToSignIn(reason: PromptReason, postId: string): void {
  left = { postId, pathname: location.pathname, personId: null };
  loginPrompt.open(reason);
}

/** Remembers the comments that somebody had open when their session ended. */
export function rememberLeft(postId: string, personId: string): void {
  left = { postId, pathname: location.pathname, personId };
}

/**
 * The post whose comments to open again for somebody who is back on the page where they were asked, or where their
 * session ended; once.
 */
export function takeLeftComments(pathname: string, userId: string): string | null {
  if (left?.pathname !== pathname) return null;
  const { postId, personId } = left;
  left = null;
  return personId === null || personId === userId ? postId : null;
}
