import DOMPurify from 'dompurify';

interface PolicyRules {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown;
}

/** Only the app's own scripts: its service worker and its workers. */
function ownScript(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  if (origin === location.origin && /^\/(assets\/.+|sw)\.js$/.test(pathname)) return address;
  throw new TypeError('A script from elsewhere was refused.');
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
factory?.createPolicy('default', {
  createHTML: (html) => DOMPurify.sanitize(html, { USE_PROFILES: { html: true, svg: true } }),
  createScriptURL: ownScript,
});
