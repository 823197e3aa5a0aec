/**
 * A picture file, decoded and ready to be drawn.
 *
 * @throws DOMException where this browser cannot show it.
 */
export async function decodedImage(file: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file);
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}
