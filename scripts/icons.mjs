// `npm run icons`: draws Duet's mark once and writes every icon and splash of web, Android and iOS from it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { root } from './project.mjs';

const paper = '#FBF7F4';
const night = '#161114';
const rose = '#C2335A';
const roseByNight = '#FF8DA8';

const radius = 14;
const apart = 14;
/** Height of the common part of the two circles, halved. */
const lens = Math.sqrt(radius ** 2 - (apart / 2) ** 2);

/**
 * The mark in the middle of a square.
 * @param {number} side of the square, in px
 * @param {{ width: number, colour: string, ground?: string, corner?: number, stroke?: number }} look `width` is the
 * mark's part of the square, `corner` the ground's
 */
function drawing(side, { width, colour, ground, corner = 0, stroke = 3 }) {
  const scale = (side * width) / (apart + 2 * radius + stroke);
  const behind = ground
    ? `<rect width="${side}" height="${side}" rx="${side * corner}" fill="${ground}"/>`
    : '';
  const circle = (/** @type {number} */ x) =>
    `<circle cx="${x}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${stroke}"/>`;
  const half = `A${radius} ${radius} 0 0 1`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${behind}
<g transform="translate(${side / 2} ${side / 2}) scale(${scale})">${circle(-apart / 2)}${circle(apart / 2)}
<path d="M0 ${-lens}${half} 0 ${lens}${half} 0 ${-lens}z" fill="${colour}"/></g></svg>`;
}

/**
 * @param {string} path below the project's folder
 * @param {number} side
 * @param {Parameters<typeof drawing>[1]} look
 */
async function picture(path, side, look) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  const image = sharp(Buffer.from(drawing(side, look)));
  // The App Store refuses an icon with an alpha channel.
  const solid =
    look.ground && !look.corner ? image.flatten({ background: look.ground }).removeAlpha() : image;
  writeFileSync(file, await solid.png({ compressionLevel: 9, palette: side > 1100 }).toBuffer());
}

const onPaper = { width: 0.74, colour: rose, ground: paper };
/** Launchers may cut to a circle of 80 % (web) or 61 % (Android) of the square. */
const maskable = { width: 0.66, colour: rose, ground: paper };

const icons = 'web/public/icons';
await picture(`${icons}/icon-96.png`, 96, { ...onPaper, corner: 0.2 });
await picture(`${icons}/icon-180.png`, 180, { ...onPaper, width: 0.7 });
await picture(`${icons}/icon-192.png`, 192, { ...onPaper, corner: 0.2 });
await picture(`${icons}/icon-512.png`, 512, { ...onPaper, corner: 0.2 });
await picture(`${icons}/icon-maskable-192.png`, 192, maskable);
await picture(`${icons}/icon-maskable-512.png`, 512, maskable);
await picture(`${icons}/icon-monochrome-512.png`, 512, { width: 0.66, colour: '#000000' });

const android = 'web/android/app/src/main/res';
for (const [density, side] of Object.entries({ mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 })) {
  await picture(`${android}/mipmap-${density}/ic_launcher.png`, side, { ...onPaper, corner: 0.2 });
  await picture(`${android}/mipmap-${density}/ic_launcher_round.png`, side, { ...onPaper, corner: 0.5 });
}

const ios = 'web/ios/App/App/Assets.xcassets';
await picture(`${ios}/AppIcon.appiconset/AppIcon-512@2x.png`, 1024, { ...onPaper, width: 0.7 });
const dark = { width: 0.7, colour: roseByNight, ground: night };
await picture(`${ios}/AppIcon.appiconset/AppIcon-dark.png`, 1024, dark);
await picture(`${ios}/Splash.imageset/splash-light.png`, 2732, { ...onPaper, width: 0.12 });
await picture(`${ios}/Splash.imageset/splash-dark.png`, 2732, { ...dark, width: 0.12 });
