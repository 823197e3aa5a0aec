import { loginPrompt, type PromptReason } from '../../session/login-prompt.ts';

interface Left {
  readonly postId: string;
  readonly pathname: string;
}

/** The comments that somebody had open when they were asked to sign in. */
let left: Left | null = null;

/** Asks to sign in for something that was about to be done under a post, and remembers where. */
export function askToSignIn(reason: PromptReason, postId: string): void {
  left = { postId, pathname: location.pathname };
  loginPrompt.open(reason);
}

/** The post whose comments to open again for somebody who is back on the page where they were asked; once. */
export function takeUpAgain(pathname: string): string | null {
  if (left?.pathname !== pathname) return null;
  const { postId } = left;
  left = null;
  return postId;
}
