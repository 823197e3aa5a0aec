/**
 * Asks again, once, where a connection had been idle for so long that the server closed it in the moment in which it was used
 * (RFC 9112, 9.3.1): on a machine that does much else a pause of a test is longer than the server waits.
 */
export async function retryReset<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isReset(error)) throw error;
    return ask();
  }
}

/** Whether a connection was closed before the answer came. */
export function isReset(error: unknown): boolean {
  const { cause, code } = error as { cause?: { code?: string }; code?: string };
  return [cause?.code, code].some((each) => each === 'ECONNRESET' || each === 'UND_ERR_SOCKET');
}
