interface Sent {
  readonly method: string;
  readonly headers: Headers;
  readonly body: XMLHttpRequestBodyInit | null;
  readonly signal: AbortSignal;
}

/** Called repeatedly with how many bytes of the body were sent, out of how many. */
export type OnProgress = (sentBytes: number, totalBytes: number) => void;

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = new Headers();
  for (const line of lines) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return headers;
}

/** Sends, answers and fails as fetch does, and reports what fetch cannot: the progress of the upload. */
export function sendWithProgress(
  url: string,
  { method, headers, body, signal }: Sent,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.throwIfAborted();
    signal.addEventListener('abort', stop, { once: true });
    request.open(method, url);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      resolve(new Response(status === 204 ? null : responseText, { status, headers: headersOf(request) }));
    });
    request.addEventListener('error', () => reject(new TypeError('The line broke.')));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    request.send(body);
  });
}
