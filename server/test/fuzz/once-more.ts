/**
 * Asks again, once, where a connection had been idle for so long that the server closed it in the moment in which it was used
 * (RFC 9112, 9.3.1): on a machine that does much else a pause of a test is longer than the server waits.
 */
export async function onceMore<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { cause, code } = error as { cause?: { code?: string }; code?: string };
    if (![cause?.code, code].some((each) => each === 'ECONNRESET' || each === 'UND_ERR_SOCKET')) throw error;
    return ask();
  }
}
