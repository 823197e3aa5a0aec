import { deviceStorage } from '../device/storage.ts';

const key = 'duet.token';
const endings = new Set<() => void>();

/** The session's token on this device. What it stands for is the business of session/. */
export const bearer = {
  key,
  token: (): string | null => deviceStorage.get(key),
  keep: (token: string): boolean => deviceStorage.set(key, token),
  clear: (): void => deviceStorage.remove(key),

  /** Forgets a token that the server refused, unless another one has taken its place meanwhile. */
  forget(token: string): void {
    if (this.token() !== token) return;
    this.clear();
    for (const ended of endings) ended();
  },
  /** Tells when the server has refused the token. */
  onEnd(ended: () => void): void {
    endings.add(ended);
  },
};
