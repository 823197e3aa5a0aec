import type { Locator } from '@playwright/test';

interface ClipboardFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface Clipboard {
  readonly html?: string;
  readonly text?: string;
  readonly rtf?: string;
  readonly files?: readonly ClipboardFile[];
}

const asArgument = ({ html, text, rtf, files = [] }: Clipboard) => ({
  texts: Object.entries({ 'text/html': html, 'text/plain': text, 'text/rtf': rtf }).flatMap(
    ([type, value]) => (value === undefined ? [] : [[type, value] as const]),
  ),
  files: files.map(({ name, type, bytes }) => ({
    name,
    type,
    base64: Buffer.from(bytes).toString('base64'),
  })),
});

type Argument = ReturnType<typeof asArgument>;

/** Makes the data of a clipboard or of a drag; runs in the page. */
const dispatch = (element: Element, { kind, texts, files }: Argument & { kind: 'paste' | 'drop' }) => {
  const data = new DataTransfer();
  for (const [type, value] of texts) data.setData(type, value);
  for (const { name, type, base64 } of files)
    data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type }));
  const event = { bubbles: true, cancelable: true };
  if (kind === 'paste')
    return element.dispatchEvent(new ClipboardEvent('paste', { ...event, clipboardData: data }));
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2 };
  return element.dispatchEvent(new DragEvent('drop', { ...event, ...at, dataTransfer: data }));
};

/** Pastes into the element what a program would have put on the clipboard. */
export async function paste(into: Locator, clipboard: Clipboard): Promise<void> {
  await into.focus();
  await into.evaluate(dispatch, { kind: 'paste' as const, ...asArgument(clipboard) });
}

/** Drops it onto the middle of the element. */
export async function drop(onto: Locator, clipboard: Clipboard): Promise<void> {
  await onto.evaluate(dispatch, { kind: 'drop' as const, ...asArgument(clipboard) });
}

/** A picture as it stands in HTML by itself. */
export const dataUri = (bytes: Uint8Array, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const docsSpan = (text: string, style = '') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#cc0000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;${style}">${text}</span>`;

const docsItem = (text: string, level: number) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;font-family:Arial,sans-serif;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${docsSpan(text)}</p></li>`;

/** What Google Docs puts on the clipboard for a title, a paragraph, nested bullets, a table and the pictures. */
export const googleDocs = (...pictures: readonly string[]): string =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-3f1c2a9e-7fff-1c2d-9c0b-1f2e3d4c5b6a">` +
  `<h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;">${docsSpan('Our summer', 'font-size:20pt;')}</h1>` +
  `<h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;">${docsSpan('At the lake')}</h2>` +
  `<p dir="ltr" style="line-height:1.38;text-align:center;">${docsSpan('We swam ')}${docsSpan('every', 'font-weight:700;')}${docsSpan(' day.')}</p>` +
  pictures
    .map(
      (src, n) =>
        `<p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;"><span style="border:none;display:inline-block;overflow:hidden;width:602px;height:401px;"><img src="${src}" width="602" height="401" style="margin-left:0px;margin-top:0px;" alt="Lake ${n + 1}" /></span></span></p>`,
    )
    .join('') +
  `<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsItem('Boats', 1)}<ul style="margin-top:0;">${docsItem('The red one', 2)}</ul>${docsItem('Ice cream', 1)}</ul>` +
  `<div dir="ltr" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="301" /><col width="301" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;">${docsSpan('Monday')}</td><td style="border:solid #000 1pt;">${docsSpan('Rain')}</td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`;

/** A picture address as Google Docs gives it out: for signed-in people, without CORS. */
export const googlePicture = 'https://lh7-rt.googleusercontent.com/docsz/AD_4nXe0f1?key=abcdef';

interface WordItem {
  readonly text: string;
  readonly marker: string;
  readonly level?: number;
  readonly list?: number;
}

const wordItem = ({ text, marker, level = 1, list = 0 }: WordItem, n: number, all: readonly WordItem[]) =>
  `<p class=MsoListParagraphCxSp${n === 0 ? 'First' : n === all.length - 1 ? 'Last' : 'Middle'} style='margin-left:${36 * level}.0pt;mso-add-space:auto;\ntext-indent:-18.0pt;mso-list:l${list} level${level} lfo${list + 1}'><![if !supportLists]><span\nlang=EN-US style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:\nSymbol;mso-ansi-language:EN-US'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;\n</span></span></span><![endif]><span lang=EN-US style='mso-ansi-language:EN-US'>${text}<o:p></o:p></span></p>\n`;

/** What Word for Windows puts on the clipboard: its whole document with styles, and lists as paragraphs. */
export const word = (items: readonly WordItem[], more = ''): string =>
  `<html xmlns:v="urn:schemas-microsoft-com:vml"\nxmlns:o="urn:schemas-microsoft-com:office:office"\nxmlns:w="urn:schemas-microsoft-com:office:word"\nxmlns="http://www.w3.org/TR/REC-html40">\n<head>\n<meta http-equiv=Content-Type content="text/html; charset=utf-8">\n<meta name=ProgId content=Word.Document>\n<meta name=Generator content="Microsoft Word 15">\n<!--[if gte mso 9]><xml><o:OfficeDocumentSettings></o:OfficeDocumentSettings></xml><![endif]-->\n<style>\n<!--\n/* List Definitions */\n@list l0\n\t{mso-list-id:1;}\n@list l0:level1\n\t{mso-level-number-format:bullet;\n\tmso-level-text:\\F0B7;}\n-->\n</style>\n</head>\n<body lang=RO style='tab-interval:36.0pt'>\n<!--StartFragment-->\n` +
  `<h1><span lang=EN-US>To pack<o:p></o:p></span></h1>\n${items.map(wordItem).join('')}${more}\n` +
  "<p class=MsoNormal style='text-align:right'><span style='color:red'>That is all.</span><o:p></o:p></p>\n<!--EndFragment-->\n</body>\n</html>";

/** A picture in Word's HTML: the file lies in a folder that no browser may read. */
export const wordPicture = (alt: string): string =>
  `<p class=MsoNormal><!--[if gte vml 1]><v:shape id="Picture_1" alt="${alt}"><v:imagedata src="file:///C:/Users/ana/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=320 height=240\nsrc="file:///C:/Users/ana/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" alt="${alt}" v:shapes="Picture_1"><![endif]><o:p></o:p></p>\n`;

/** The rich text format that Word puts beside its HTML, with the picture in it. */
export const wordRtf = (png: Uint8Array): string =>
  `{\\rtf1\\ansi{\\fonttbl{\\f0 Calibri;}}{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex100\\picw8467\\pich6350\\picwgoal4800\\pichgoal3600\\pngblip\\bliptag-1234{\\*\\blipuid 0123456789abcdef0123456789abcdef}${Buffer.from(
    png,
  )
    .toString('hex')
    .replace(
      /.{128}/g,
      '$&\n',
    )}}}{\\nonshppict{\\pict\\picscalex100\\wmetafile8\\bliptag-1234{\\*\\blipuid 0123456789abcdef0123456789abcdef}0100090000}}\\par That is all.}`;
