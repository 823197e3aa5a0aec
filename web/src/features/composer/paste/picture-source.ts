/** Draws what the browser can show, so that it becomes a file. Null where it cannot be shown or read. */
async function drawn(address: string): Promise<File | null> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  // A vector picture without a size of its own.
  canvas.width = image.naturalWidth || 1024;
  canvas.height = image.naturalHeight || 1024;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  return blob && new File([blob], 'image.png', { type: 'image/png' });
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64.replace(/\s+/g, ''));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** The picture of a `data:` URI (RFC 2397), or null. The policy lets no page fetch one. */
async function fromDataUri(uri: string): Promise<File | null> {
  const comma = uri.indexOf(',');
  const [type = '', ...parameters] = uri.slice('data:'.length, comma).toLowerCase().split(';');
  if (comma === -1 || !type.startsWith('image/')) return null;
  // The server takes no vector pictures.
  if (type === 'image/svg+xml') return drawn(uri);
  const written = uri.slice(comma + 1);
  const isBase64 = parameters.some((parameter) => parameter.trim() === 'base64');
  const percentFree = isBase64 ? decodeURIComponent(written) : written;
  const content = isBase64 ? bytesOf(percentFree) : new TextEncoder().encode(decodeURIComponent(percentFree));
  return new File([content], `image.${type.slice('image/'.length)}`, { type });
}

async function fromThisSite(address: string): Promise<File | null> {
  const response = await fetch(address, { credentials: 'omit' });
  const blob = await response.blob();
  if (!response.ok || !blob.type.startsWith('image/')) return null;
  return new File([blob], 'image', { type: blob.type });
}

/**
 * Reads the picture that an address in pasted HTML means; null where this page may not: on another site, or in a folder
 * of the device. What cannot be read is null as well.
 */
export function pictureSource(address: string): Promise<File | null> | null {
  const quiet = (file: Promise<File | null>) => file.catch(() => null);
  if (/^data:/i.test(address)) return quiet(fromDataUri(address));
  // Safari puts the pictures of a clipboard into addresses of the page itself, which it may show but not fetch.
  if (/^blob:/i.test(address)) return quiet(drawn(address));
  const url = URL.parse(address);
  return url?.origin === location.origin ? quiet(fromThisSite(url.href)) : null;
}
