/** What a mail says, before it is text and HTML. Each part is a line of its own. */
export interface MailContent {
  readonly title: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly text: string; readonly url: string } | null;
  /** Below the button. */
  readonly notes: readonly string[];
  readonly fallback: string;
  readonly footer: readonly string[];
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
 * The HTML of a mail: tables and inline styles, which every mail program knows; no picture and no script, so that nothing is
 * loaded by reading it. Programs that know of dark themes find their colours in the style sheet; those that turn colours
 * round find both a ground and a text colour at every place.
 */
export function htmlOf(content: MailContent, { language, siteName, shades }: Look): string {
  const { title, greeting, paragraphs, button, notes, fallback, footer } = content;
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
${button ? buttonOf(button, shades.light) : ''}
${notes.map(small).join('\n')}
${button ? small(fallback) + addressOf(button.url, shades.light) : ''}
</td></tr>
<tr><td style="padding:16px 8px 0;${font}">${footer.map((text) => line(text, 'font-size:13px;line-height:1.5;color:#665a5f', 'faint')).join('\n')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const buttonOf = ({ text, url }: { text: string; url: string }, accent: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="button" style="background-color:${accent};border-radius:999px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 26px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(text)}</a></td></tr></table>`;

const addressOf = (url: string, accent: string): string =>
  `<p class="faint" style="margin:0 0 16px;font-size:14px;line-height:1.5;color:#665a5f;word-break:break-all"><a href="${escapeHtml(url)}" style="color:${accent}">${escapeHtml(url)}</a></p>`;
