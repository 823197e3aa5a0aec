/** The page's look: the app's paper and ink, without any file beside it. */
export const exportCss = `
:root { color-scheme: light dark; --paper: #fbf7f4; --surface: #fff; --ink: #241a1e; --quiet: #6b5b62; --line: #eadfd9; --accent: #c2335a }
@media (prefers-color-scheme: dark) { :root { --paper: #161114; --surface: #211a1e; --ink: #f6edef; --quiet: #b7a7ae; --line: #3a2f34; --accent: #ff8da8 } }
* { box-sizing: border-box }
body { margin: 0; padding: 32px 16px 64px; background: var(--paper); color: var(--ink); font: 16px/24px system-ui, sans-serif }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px; max-width: 680px; margin: 0 auto }
h1, h2, h3 { margin: 0; font-family: Georgia, serif; line-height: 1.25; overflow-wrap: anywhere }
h1 { font-size: 32px } h2 { font-size: 22px; margin-bottom: 12px } h3 { font-size: 18px }
header p { margin: 8px 0 0; color: var(--quiet) }
section { padding: 24px; border: 1px solid var(--line); border-radius: 16px; background: var(--surface) }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px } a { color: var(--accent) }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 0 } dt, time, .quiet { color: var(--quiet) } dd { margin: 0; overflow-wrap: anywhere }
time, .quiet { font-size: 13px; line-height: 18px }
article { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 16px 0; border-top: 1px solid var(--line) }
article:first-of-type { border-top: 0 }
article > p, li > p { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
img, video { max-width: 100%; height: auto; border-radius: 8px; background: var(--line) }
.face { width: 96px; height: 96px; border-radius: 50%; object-fit: cover }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(140px, 1fr)); gap: 8px }
.grid img, .grid video { width: 100%; aspect-ratio: 1; object-fit: cover }
pre { overflow-x: auto } ul.plain { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none }
details { padding: 8px 0; border-top: 1px solid var(--line) } summary { min-height: 28px; font-weight: 600; cursor: pointer } details ol { display: grid; gap: 12px; margin: 12px 0; padding: 0; list-style: none }
.mine { padding: 8px 12px; border-radius: 12px; background: var(--paper) }
`;
