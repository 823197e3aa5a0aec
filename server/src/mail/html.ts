import type { MailPost } from './mail.ts';

/** What a mail says, before it is text and HTML. Each part is a line of its own. */
export interface MailContent {
  readonly title: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly text: string; readonly url: string } | null;
  /** Above the button. */
  readonly posts: readonly MailPost[];
  /** Below the button. */
  readonly notes: readonly string[];
  readonly fallback: string;
  readonly footer: readonly string[];
  readonly unsubscribe: { readonly text: string; readonly url: string } | null;
}

interface Look {
  readonly language: 'en' | 'ro';
  readonly siteName: string;
  /** The accent by day and by night. */
  readonly shades: Readonly<Record<'light' | 'dark', string>>;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * The HTML of a mail: tables and inline styles, which every mail program knows; no script, and no picture but those of posts that
 * everybody may see, which have the same address for all who read it. Programs that know of dark themes find their colours in the style sheet; those that turn colours
 * round find both a ground and a text colour at every place.
 */
export function htmlOf(content: MailContent, { language, siteName, shades }: Look): string {
  const { title, greeting, paragraphs, posts, button, notes, fallback, footer, unsubscribe } = content;
  const line = (text: string, style: string, name: string) =>
    `<p class="${name}" style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const body = (text: string) => line(text, 'font-size:16px;line-height:1.55;color:#2b2226', 'ink');
  const small = (text: string) => line(text, 'font-size:14px;line-height:1.5;color:#665a5f', 'faint');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background-color:#161114!important}
.card{background-color:#221b1f!important;border-color:#3a3035!important}
.ink{color:#f3ebe7!important}
.faint{color:#b9abb0!important}
.rule{border-color:#3a3035!important}
.ink a{color:#f3ebe7!important}
.accent,.faint a{color:${shades.dark}!important}
.button{background-color:${shades.dark}!important}
.button a{color:#161114!important}
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:#fbf7f4;${font}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#fbf7f4">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 8px 16px;${font}"><p class="accent" style="margin:0;font-size:18px;font-weight:700;color:${shades.light}">${escapeHtml(siteName)}</p></td></tr>
<tr><td class="card" style="background-color:#ffffff;border:1px solid #e9dfda;border-radius:16px;padding:28px 24px 12px;${font}">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:#2b2226">${escapeHtml(title)}</h1>
${[greeting, ...paragraphs].map(body).join('\n')}
${posts.map((post) => postOf(post)).join('\n')}
${button ? buttonOf(button, shades.light) : ''}
${notes.map(small).join('\n')}
${button && posts.length === 0 ? small(fallback) + linkInFull(button.url, shades.light) : ''}
</td></tr>
<tr><td style="padding:16px 8px 0;${font}">${footer.map((text) => line(text, 'font-size:13px;line-height:1.5;color:#665a5f', 'faint')).join('\n')}${unsubscribe ? `<p class="faint" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#665a5f"><a href="${escapeHtml(unsubscribe.url)}" style="color:#665a5f">${escapeHtml(unsubscribe.text)}</a></p>` : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const buttonOf = ({ text, url }: { text: string; url: string }, accent: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="button" style="background-color:${accent};border-radius:999px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 26px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(text)}</a></td></tr></table>`;

const linkInFull = (url: string, accent: string): string =>
  `<p class="faint" style="margin:0 0 16px;font-size:14px;line-height:1.5;color:#665a5f;word-break:break-all"><a href="${escapeHtml(url)}" style="color:${accent}">${escapeHtml(url)}</a></p>`;

const pictureWidth = 112;

/** A post: its picture beside its title, who wrote it and how it begins. */
function postOf({ title, by, text, url, picture }: MailPost): string {
  const href = escapeHtml(url);
  const image = picture
    ? `<td width="${pictureWidth}" valign="top" style="padding:0 16px 16px 0"><a href="${href}"><img src="${escapeHtml(picture.src)}" alt="${escapeHtml(picture.alt)}" width="${pictureWidth}" height="${Math.round((pictureWidth * picture.height) / picture.width)}" style="display:block;width:${pictureWidth}px;height:auto;border:0;border-radius:10px"></a></td>`
    : '';
  const words = text
    ? `<p class="ink" style="margin:0;font-size:15px;line-height:1.5;color:#2b2226">${escapeHtml(text)}</p>`
    : '';
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="rule" style="margin:0 0 16px;border-bottom:1px solid #e9dfda"><tr>${image}<td valign="top" style="padding:0 0 16px">
<p class="ink" style="margin:0 0 4px;font-size:17px;line-height:1.35;font-weight:600;color:#2b2226"><a href="${href}" style="color:#2b2226;text-decoration:none">${escapeHtml(title)}</a></p>
<p class="faint" style="margin:0 0 6px;font-size:14px;line-height:1.4;color:#665a5f">${escapeHtml(by)}</p>
${words}</td></tr></table>`;
}
