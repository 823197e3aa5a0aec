import type { SessionEndReason } from '@duet/contract/accounts/shapes';
import { deviceStorage } from '../device/storage.ts';
import { endReasonKey, tokenKey } from '../device/storage-keys.ts';
import { secretStorage } from '../native/secret-storage.ts';
import { createEmitter } from '../ui/store.ts';

/** Why a session ended: what the server says, or that the person signed out here. Null where nobody knows. */
export type EndReason = SessionEndReason | 'otherTab' | null;

const ended = createEmitter<[reason: SessionEndReason | null]>();

/** The session's token on this device. What it stands for is the business of session/. */
export const bearer = {
  key: tokenKey,
  /** Takes it up where a phone keeps its secrets; before the session starts. */
  load: (): Promise<void> => secretStorage.load(tokenKey),
  token: (): string | null => secretStorage.get(tokenKey),
  keep(token: string): boolean {
    deviceStorage.remove(endReasonKey);
    return secretStorage.set(tokenKey, token);
  },
  /** `reason` is for other tabs, which see that the token is gone. */
  clear(reason: EndReason = null): void {
    deviceStorage.setJson(endReasonKey, reason);
    secretStorage.remove(tokenKey);
  },
  endReason: (): EndReason => deviceStorage.getJson(endReasonKey) as EndReason,

  /**
   * Forgets a token that the server refused, unless another one has taken its place meanwhile. `answer` is what the
   * server said, which may name the reason.
   */
  forget(token: string, answer: unknown): void {
    if (this.token() !== token) return;
    const { reason = null } = (answer ?? {}) as { reason?: SessionEndReason | null };
    this.clear(reason);
    ended.emit(reason);
  },
  /** Tells when the server has refused the token, and why where it knows. */
  onEnd: ended.subscribe,
};
