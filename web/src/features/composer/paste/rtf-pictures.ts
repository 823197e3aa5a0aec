const formats = [
  [/\\pngblip\b/, 'image/png', 'png'],
  [/\\jpegblip\b/, 'image/jpeg', 'jpg'],
] as const;

/** Where the group that begins at `start` (a brace) ends, or the end of the text. */
function groupEnd(rtf: string, start: number): number {
  let depth = 0;
  for (let at = start; at < rtf.length; at += 1) {
    const char = rtf[at];
    if (char === '\\') at += 1;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return rtf.length;
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

/** The picture of a `\pict` group in hexadecimals: what is left without control words and the groups inside. */
function hexOf(group: string): string {
  let text = '';
  for (let at = 1; at < group.length; ) {
    if (group[at] === '{') {
      at = groupEnd(group, at) + 1;
      text += ' ';
      continue;
    }
    const brace = group.indexOf('{', at);
    const end = brace === -1 ? group.length : brace;
    text += group.slice(at, end);
    at = end;
  }
  return text.replace(/\\[a-z]+-?\d*/gi, ' ').replace(/\s+/g, '');
}

function pictureOf(group: string): File | null {
  const format = formats.find(([mark]) => mark.test(group));
  const hex = hexOf(group);
  if (!format || !/^(?:[\da-f]{2})+$/i.test(hex)) return null;
  return new File([bytesOf(hex)], `image.${format[2]}`, { type: format[1] });
}

/**
 * The pictures of a text in Rich Text Format, which Word puts beside HTML that names files no browser may read. Null
 * stands for one of another format than PNG and JPEG. What stands in for a picture in older readers (`\nonshppict`)
 * and the pictures of bullets (`\listpicture`) are left out.
 *
 * @see Rich Text Format Specification 1.9.1, Pictures
 */
export function rtfPictures(rtf: string): (File | null)[] {
  const pictures: (File | null)[] = [];
  const group = /\{(?:\\\*)?\\(pict|nonshppict|listpicture)\b/g;
  for (let found = group.exec(rtf); found; found = group.exec(rtf)) {
    const end = groupEnd(rtf, found.index);
    if (found[1] === 'pict') pictures.push(pictureOf(rtf.slice(found.index, end)));
    group.lastIndex = end;
  }
  return pictures;
}
