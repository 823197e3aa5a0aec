import { attacks } from '@duet/contract/posts/text/html-attacks';

/** A text that runs `alert(n)` wherever it becomes part of a page as HTML, or of a script. */
export interface StoredScript {
  readonly n: number;
  readonly text: string;
}

/** Elements whose handler runs without anybody touching them. */
const elements: readonly (readonly [tag: string, handler: string])[] = [
  ['img src=x', 'onerror'],
  ['image src=x', 'onerror'],
  ['svg', 'onload'],
  ['body', 'onload'],
  ['video src=x', 'onerror'],
  ['audio src=x', 'onerror'],
  ['video><source src=x', 'onerror'],
  ['input type=image src=x', 'onerror'],
  ['input autofocus', 'onfocus'],
  ['textarea autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'],
  ['a href=# autofocus', 'onfocus'],
  ['p tabindex=1 autofocus', 'onfocus'],
  ['details open', 'ontoggle'],
  ['iframe', 'onload'],
  ['object data=x', 'onerror'],
  ['embed src=x', 'onerror'],
  ['style', 'onload'],
  ['link rel=stylesheet href=x', 'onerror'],
  ['script src=x', 'onerror'],
  ['marquee', 'onstart'],
  ['svg><animate attributeName=x dur=1s', 'onbegin'],
  ['svg><set attributeName=x', 'onbegin'],
  ['picture><img src=x', 'onerror'],
];

const entities = (text: string): string => [...text].map((letter) => `&#${letter.charCodeAt(0)};`).join('');

/** Ways to write such an element, and to get out of what it may stand in. */
const forms: readonly ((tag: string, handler: string, run: string) => string)[] = [
  (tag, handler, run) => `<${tag} ${handler}=${run}>`,
  (tag, handler, run) => `<${tag} ${handler}="${run}">`,
  (tag, handler, run) => `<${tag} ${handler}='${run}' `,
  (tag, handler, run) => `<${tag.toUpperCase()} ${handler.toUpperCase()}=${run}>`,
  (tag, handler, run) => `<${tag.replaceAll(' ', '/')}/${handler}=${run}//`,
  (tag, handler, run) => `<${tag}\n${handler}\n=\n"${run}"\n>`,
  (tag, handler, run) => `<${tag} ${handler}=${entities(run)}>`,
  (tag, handler, run) => `"><${tag} ${handler}=${run}>`,
  (tag, handler, run) => `'><${tag} ${handler}=${run}>`,
  (tag, handler, run) => `</title><${tag} ${handler}=${run}>`,
  (tag, handler, run) => `</textarea><${tag} ${handler}=${run}>`,
  (tag, handler, run) => `</script><${tag} ${handler}=${run}>`,
  (tag, handler, run) => `--><${tag} ${handler}=${run}>`,
  (tag, handler, run) => `]]><${tag} ${handler}=${run}>`,
  (tag, handler, run) => `<svg><foreignObject><${tag} ${handler}=${run}>`,
  (tag, handler, run) => `<math><mtext><${tag} ${handler}=${run}>`,
  (tag, handler, run) => `<noscript><p title="</noscript><${tag} ${handler}=${run}>">`,
  (tag, handler, run) => `<table><${tag} ${handler}=${run}>`,
  (tag, handler, run) => `<b><p><i></b><${tag} ${handler}=${run}>`,
];

/** What gets out of a string of a script, of a template, of an address, of XML. */
const others: readonly ((run: string) => string)[] = [
  (run) => `</script><script>${run}</script>`,
  (run) => `';${run}//`,
  (run) => `";${run}//`,
  (run) => `\`;${run}//`,
  (run) => `\\"-${run}}//`,
  (run) => `\${${run}}`,
  (run) => `{{constructor.constructor('${run}')()}}`,
  (run) => `javascript:${run}`,
  (run) => `data:text/html,<script>${run}</script>`,
  (run) => `<![CDATA[<script>${run}</script>]]>`,
  (run) => `<?xml-stylesheet href="javascript:${run}"?>`,
  (run) => `<x:script xmlns:x="http://www.w3.org/1999/xhtml">${run}</x:script>`,
  (run) => `&lt;script&gt;${run}&lt;/script&gt;`,
  (run) => `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  (run) => `<iframe srcdoc="<script>parent.${run}</script>">`,
  (run) =>
    `javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+${run}//'>`,
];

type Made = (run: string) => string;

const made: readonly Made[] = [
  ...attacks.map(
    (attack): Made =>
      (run) =>
        attack.replaceAll('alert(1)', run),
  ),
  ...forms.flatMap((form) =>
    elements.map(
      ([tag, handler]): Made =>
        (run) =>
          form(tag, handler, run),
    ),
  ),
  ...others,
];

export const storedScripts: readonly StoredScript[] = made.map((make, at) => {
  const n = 1001 + at;
  return { n, text: make(`alert(${n})`) };
});
