// `npm run native:sync -- https://duet.example.org`: builds the web app for a site and puts it, with the plugins, into
// web/android and web/ios. docs/native.md says how it goes on from there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vite } from './build.mjs';
import { run } from './child.mjs';
import { install } from './install.mjs';
import { makeNative } from './native-page.mjs';
import { nativeVersion, siteOf, siteProperties, siteXcconfig } from './native-site.mjs';
import { command, Fault, root, runtime, say } from './project.mjs';

const folder = join(root, '.cache', 'native-web');

await command(async () => {
  const site = siteOf(process.argv[2] ?? process.env.VITE_API_BASE);
  await install({ dev: true });
  say(`Building the app for ${site.origin} …`);
  await vite(folder, { VITE_API_BASE: site.origin });
  makeNative(folder, site.origin);

  const version = nativeVersion(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
  writeFileSync(join(root, 'web', 'android', 'duet.properties'), siteProperties(site, version));
  writeFileSync(join(root, 'web', 'ios', 'site.xcconfig'), siteXcconfig(site, version));

  const program = join(root, 'node_modules', '@capacitor', 'cli', 'bin', 'capacitor');
  const { code, output } = await run(runtime(), [program, 'sync'], {
    folder: join(root, 'web'),
    settings: { CI: '1', NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  process.stdout.write(output);
  if (code !== 0)
    throw new Fault('Capacitor could not put the app into its projects; the reason stands above.');
  say(`web/android and web/ios hold the app of ${site.origin}, version ${version.name} (${version.code}).`);
  if (site.protocol === 'http:') say('It speaks http: for development only.');
});
