// Which site a native app belongs to, and how its two projects are told.
import { Fault } from './project.mjs';

/** A site that only one's own machine, or the emulator on it, can reach may do without TLS. */
const ownMachine = /^(localhost|127(\.\d+){3}|10\.0\.2\.2|\[::1\])$/;

/**
 * The address of the site as an origin.
 * @param {string | undefined} address
 */
export function siteOf(address) {
  const example = 'Example: npm run native:sync -- https://duet.example.org';
  if (!address) throw new Fault(`Say which site the app is for. ${example}`);
  if (!URL.canParse(address)) throw new Fault(`${address} is no address. ${example}`);
  const site = new URL(address);
  const bare = site.pathname === '/' && !site.search && !site.hash && !site.username;
  if (!bare || !/^https?:$/.test(site.protocol))
    throw new Fault(`${address} is no site's address. ${example}`);
  if (site.protocol === 'http:' && !ownMachine.test(site.hostname)) {
    throw new Fault(`${address} must be https; phones refuse anything else. ${example}`);
  }
  return site;
}

/** @typedef {{ name: string, code: number }} Version */

/**
 * The version as stores count it: 1.2.3 is 10203.
 * @param {string} name
 * @returns {Version}
 */
export function nativeVersion(name) {
  const [major = 0, minor = 0, patch = 0] = name.split('-', 1)[0]?.split('.').map(Number) ?? [];
  return { name, code: major * 10_000 + minor * 100 + patch };
}

/**
 * For android/app/build.gradle.
 * @param {URL} site
 * @param {Version} version
 */
export function siteProperties({ hostname }, { name, code }) {
  return `siteHost=${hostname}\nversionName=${name}\nversionCode=${code}\n`;
}

/**
 * For ios/duet.xcconfig. The entitlements (links of the site, pushes) need a public site.
 * @param {URL} site
 * @param {Version} version
 */
export function siteXcconfig({ hostname, protocol }, { name, code }) {
  const entitled = protocol === 'https:' ? 'CODE_SIGN_ENTITLEMENTS = App/App.entitlements\n' : '';
  return `DUET_SITE_HOST = ${hostname}\nMARKETING_VERSION = ${name}\nCURRENT_PROJECT_VERSION = ${code}\n${entitled}`;
}
