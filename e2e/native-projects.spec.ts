import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeNative } from '../scripts/native-page.mjs';
import { nativeVersion, siteOf, siteProperties, siteXcconfig } from '../scripts/native-site.mjs';
import { root } from '../scripts/project.mjs';
import { insidePhone } from './harness/phone.ts';
import { serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

const web = join(root, 'web');
const textOf = (path: string) => readFileSync(join(web, path), 'utf8');
const committed = (folder: string) =>
  execFileSync('git', ['ls-files', folder], { cwd: web, encoding: 'utf8' }).trim().split('\n');
const android = 'android/app/src/main';
const manifest = `${android}/AndroidManifest.xml`;

/** All that is asked of the system: by the app's own manifest and by those of its plugins. */
function permissions(): string[] {
  const plugins = Object.keys(JSON.parse(textOf('package.json')).dependencies)
    .filter((name) => /capacitor/.test(name))
    .map((name) => join(root, 'node_modules', name, 'android/src/main/AndroidManifest.xml'));
  const texts = [textOf(manifest), ...plugins.flatMap(readable)];
  const asked = texts.flatMap((text) => [...text.matchAll(/<uses-permission[^>]+name="([^"]+)"/g)]);
  return [...new Set(asked.map(([, name]) => name ?? ''))].sort();
}

function readable(file: string): string[] {
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    return [];
  }
}

/** What the browser's own parser says against a piece of XML. */
const xmlFault = (page: Page, text: string) =>
  page.evaluate(
    (xml) =>
      new DOMParser().parseFromString(xml, 'text/xml').querySelector('parsererror')?.textContent ?? null,
    text,
  );

test('there is an Android and an iOS project, without anything that is built or secret [NAT-01]', () => {
  for (const file of [
    manifest,
    'android/app/build.gradle',
    'android/gradlew',
    'ios/App/App.xcodeproj/project.pbxproj',
    'ios/App/App/Info.plist',
  ]) {
    expect(textOf(file).length, file).toBeGreaterThan(0);
  }
  const files = [...committed('android'), ...committed('ios')];
  const unwanted =
    /\/(build|public|Pods|DerivedData)\/|\.(apk|aab|jks|keystore|p12|mobileprovision)$|google-services|duet\.properties|site\.xcconfig|capacitor\.config\.json/;
  expect(files.filter((file) => unwanted.test(file))).toEqual([]);
});

test('both projects know every plugin of the app [NAT-01]', () => {
  const plugins = Object.keys(JSON.parse(textOf('package.json')).dependencies).filter(
    (name) => /capacitor/.test(name) && name !== '@capacitor/core',
  );
  expect(plugins.length).toBeGreaterThan(5);
  for (const name of plugins) {
    expect(textOf('android/capacitor.settings.gradle')).toContain(`node_modules/${name}/android`);
    expect(textOf('ios/App/CapApp-SPM/Package.swift')).toContain(`node_modules/${name}"`);
  }
});

test('the app stays upright on both systems [NAT-02]', () => {
  expect(textOf(manifest)).toContain('android:screenOrientation="portrait"');
  const plist = textOf('ios/App/App/Info.plist');
  const orientations = [...plist.matchAll(/UIInterfaceOrientation(?!s)(\w+)/g)].map(([, name]) => name);
  expect(new Set(orientations)).toEqual(new Set(['Portrait']));
  expect(orientations).toHaveLength(2);
  expect(plist).toMatch(/UIRequiresFullScreen<\/key>\s*<true\/>/);
});

test('Android is asked for as little as the app needs, backs nothing up, and speaks https', () => {
  expect(permissions()).toEqual([
    'android.permission.INTERNET',
    'android.permission.POST_NOTIFICATIONS',
    'android.permission.VIBRATE',
  ]);
  const text = textOf(manifest);
  expect(text).toContain('android:allowBackup="false"');
  expect(text).toContain('android:usesCleartextTraffic="false"');
  expect(text).toContain('android:scheme="https"');
  expect(text).toContain('android:pathPrefix="/post/"');
  expect(textOf('android/app/src/debug/AndroidManifest.xml')).toContain('usesCleartextTraffic="true"');
});

test('iOS is told in both languages why the camera and the photos are opened', () => {
  const plist = textOf('ios/App/App/Info.plist');
  const { strings } = JSON.parse(textOf('ios/App/App/InfoPlist.xcstrings'));
  const reasons = [...plist.matchAll(/NS\w+UsageDescription/g)].map(([key]) => key);
  expect(reasons.sort()).toEqual([
    'NSCameraUsageDescription',
    'NSMicrophoneUsageDescription',
    'NSPhotoLibraryUsageDescription',
  ]);
  for (const reason of reasons) {
    const { en, ro } = strings[reason].localizations;
    expect(plist).toContain(`<string>${en.stringUnit.value}</string>`);
    expect(ro.stringUnit.value).not.toBe(en.stringUnit.value);
  }
});

test('what the projects are written in can be read', async ({ page }) => {
  await page.goto('about:blank');
  const files = [...committed('android'), ...committed('ios')];
  const xml = files.filter((file) => /\.(xml|plist|entitlements|storyboard)$/.test(file));
  expect(xml.length).toBeGreaterThan(15);
  for (const file of xml) expect(await xmlFault(page, textOf(file)), file).toBeNull();
  expect(await xmlFault(page, '<a><b></a>')).not.toBeNull();
  for (const file of files.filter((name) => /(\.xcstrings|Contents\.json)$/.test(name)))
    JSON.parse(textOf(file));
  for (const file of files.filter((name) => /\.(gradle|swift|pbxproj)$/.test(name))) {
    const bare = textOf(file)
      .replace(/"(\\.|[^"\\\n])*"|'(\\.|[^'\\\n])*'/g, '""')
      .replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
    for (const [opening, closing] of ['{}', '()', '[]']) {
      expect(bare.split(opening as string).length, `${file}: ${opening}`).toBe(
        bare.split(closing as string).length,
      );
    }
  }
});

test('every resource that Android is told of is there', () => {
  const files = committed(`${android}/res`);
  const values = files
    .filter((file) => /\/values\//.test(file))
    .map(textOf)
    .join('\n');
  const referring = [textOf(manifest), ...files.filter((file) => file.endsWith('.xml')).map(textOf)].join(
    '\n',
  );
  for (const [, type = '', name = ''] of referring.matchAll(
    /"@(drawable|mipmap|xml|color|string|style)\/([\w.]+)"|>@(?:color|drawable)\/\w+</g,
  )) {
    if (!type) continue;
    const asFile = files.some((file) => new RegExp(`/${type}(-[\\w-]+)?/${name}\\.`).test(file));
    expect(asFile || values.includes(`name="${name}"`), `@${type}/${name}`).toBe(true);
  }
  const densities = readdirSync(join(web, android, 'res')).filter((name) => /^mipmap-(?!any)/.test(name));
  expect(densities).toHaveLength(5);
});

test('the App Store gets its icon: 1024 px, without an alpha channel', () => {
  for (const name of ['AppIcon-512@2x.png', 'AppIcon-dark.png']) {
    const png = readFileSync(join(web, 'ios/App/App/Assets.xcassets/AppIcon.appiconset', name));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], name).toEqual([1024, 1024]);
    // 2 is RGB, 3 a palette; 4 and 6 carry alpha.
    expect([2, 3]).toContain(png[25]);
    expect(png.includes('tRNS')).toBe(false);
  }
});

test('a native build belongs to a site with https, or to a server of one’s own machine', () => {
  for (const wrong of [
    undefined,
    'duet',
    'http://duet.example.org',
    'https://duet.example.org/app',
    'ftp://a.b',
  ]) {
    expect(() => siteOf(wrong)).toThrow(/Example: npm run native:sync/);
  }
  expect(siteOf('http://10.0.2.2:3180').origin).toBe('http://10.0.2.2:3180');
  const site = siteOf('https://duet.example.org/');
  const version = nativeVersion('1.2.3');
  expect(siteProperties(site, version)).toBe(
    'siteHost=duet.example.org\nversionName=1.2.3\nversionCode=10203\n',
  );
  expect(siteXcconfig(site, version)).toContain('DUET_SITE_HOST = duet.example.org\n');
  expect(siteXcconfig(siteOf('http://localhost:3180'), version)).not.toContain('ENTITLEMENTS');
});

test("the app works under the policy of its own page, at an origin that is not the site's", async ({
  duet,
  page,
}) => {
  const origin = 'https://localhost';
  const folder = mkdtempSync(join(tmpdir(), 'duet-native-'));
  cpSync(join(web, 'dist'), folder, { recursive: true });
  makeNative(folder, duet.url);
  expect(['sw.js', 'manifest.webmanifest'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
  await page.route(`${origin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const file = join(folder, pathname);
    if (/^\/(api|media)\//.test(pathname)) {
      return route.fulfill({ response: await serverAnswer(route, duet.url + pathname + search) });
    }
    return route.fulfill({ path: /\.\w+$/.test(pathname) ? file : join(folder, 'index.html') });
  });
  await insidePhone(page, 'android');
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      refused.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  await page.goto(`${origin}/`);
  await expect(page).toHaveURL(`${origin}/home`);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  rmSync(folder, { recursive: true, force: true });
});
