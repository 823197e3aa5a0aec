import { t } from '../i18n/language.ts';
import { bearer } from './bearer.ts';
import { failed, headersOf, mediaAddress, read } from './client.ts';
import { CallFailure } from './failure.ts';
import { askForProof } from './proof.ts';

interface Download {
  readonly signal: AbortSignal;
  /** Called repeatedly with the number of bytes received. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Fetches a file that only the signed-in person may have. The browser keeps it on its disk, not in memory, where it is
 * large. Where the server wants a proof of who asks, the person is asked for it, and the file is fetched again.
 * @throws CallFailure; the signal's own abort stays what it is.
 */
export async function download(path: string, { signal, onProgress }: Download): Promise<Blob> {
  const token = bearer.token();
  try {
    const response = await fetch(mediaAddress(path), {
      headers: headersOf(undefined, token),
      signal,
      credentials: 'omit',
      cache: 'no-store',
    });
    if (!response.ok || !response.body) {
      const answer = await read(response);
      if (response.status === 401 && token) bearer.forget(token, answer);
      const failure = failed(response, answer);
      if (failure.code === 'PROOF_NEEDED' && (await askForProof()) && bearer.token() === token)
        return download(path, { signal, onProgress });
      throw failure;
    }
    const type = response.headers.get('Content-Type') ?? '';
    return await new Response(response.body.pipeThrough(counting(onProgress)), {
      headers: { 'Content-Type': type },
    }).blob();
  } catch (error) {
    if (signal.aborted || error instanceof CallFailure) throw error;
    throw new CallFailure(t('network.offline'), { status: 0 });
  }
}

function counting(
  onProgress: (bytes: number) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onProgress(bytes);
      controller.enqueue(chunk);
    },
  });
}
