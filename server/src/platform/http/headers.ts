/** Response headers, exactly those of security.md §2. */
export type Headers = Readonly<Record<string, string>>;

const strictTransport: Headers = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };

/** On every answer. Only a site with https tells browsers to stay with it. */
export function commonHeaders(https: boolean): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? strictTransport : {}),
  };
}

/** On every JSON answer, failures of all routes included. */
export const apiHeaders: Headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
};

/** On the page of the web app. `nonce` is fresh for each answer; `mediaOrigin` is where the CDN has media, if there is one. */
export function htmlHeaders(nonce: string, mediaOrigin: string | null): Headers {
  const media = mediaOrigin !== null ? ` ${mediaOrigin}` : '';
  return {
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      `img-src 'self' blob: data:${media}`,
      `media-src 'self' blob:${media}`,
      "connect-src 'self'",
      "font-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      "frame-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default dompurify',
    ].join('; '),
  };
}

/** On a stored file. `known` are the picture and video types that a browser may show in place. */
export function mediaHeaders(file: { readonly public: boolean; readonly known: boolean }): Headers {
  return {
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': file.known ? 'inline' : 'attachment',
    'cache-control': file.public ? 'public, max-age=31536000, immutable' : 'private, max-age=3600',
    'cross-origin-resource-policy': 'same-site',
  };
}
