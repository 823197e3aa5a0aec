import type { SessionEndReason } from '@duet/contract/accounts/shapes';
import { tokenKey } from '../device/storage-keys.ts';
import { secretStorage } from '../native/secret-storage.ts';
import { createEmitter } from '../ui/store.ts';

const ended = createEmitter<[reason: SessionEndReason | null]>();

/** The session's token on this device. What it stands for is the business of session/. */
export const bearer = {
  key: tokenKey,
  /** Takes it up where a phone keeps its secrets; before the session starts. */
  load: (): Promise<void> => secretStorage.load(tokenKey),
  token: (): string | null => secretStorage.get(tokenKey),
  keep: (token: string): boolean => secretStorage.set(tokenKey, token),
  clear: (): void => secretStorage.remove(tokenKey),

  /**
   * Forgets a token that the server refused, unless another one has taken its place meanwhile. `answer` is what the
   * server said, which may name the reason.
   */
  forget(token: string, answer: unknown): void {
    if (this.token() !== token) return;
    this.clear();
    const { reason = null } = (answer ?? {}) as { reason?: SessionEndReason | null };
    ended.emit(reason);
  },
  /** Tells when the server has refused the token, and why where it knows. */
  onEnd: ended.subscribe,
};
