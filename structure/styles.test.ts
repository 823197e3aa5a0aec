import { join } from 'node:path';
import { defaultAccent, paperColours, shadesOf } from '@duet/contract/site/accent';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/project.mjs';
import { layered, layerOf, layerOrder, layers } from '../web/vite/cascade-layers.ts';
import { filesBelow, textOf } from './files.ts';

const sheets = filesBelow('web/src').filter((path) => path.endsWith('.css'));
const layerIn = (path: string) => layerOf(join(root, path));

describe('cascade layers', () => {
  it('hold every style sheet, each as a whole', () => {
    expect(sheets.length).toBeGreaterThan(80);
    for (const path of sheets) expect(() => layered(textOf(path), join(root, path)), path).not.toThrow();
  });

  it('are told by the folder, and those of packages have one of their own', () => {
    expect(layerIn('web/src/theme/base.css')).toBe('theme');
    expect(layerIn('web/src/theme/overrides/forced-colors.css')).toBe('overrides');
    expect(layerIn('web/src/features/composer/gallery/GalleryTile.module.css')).toBe('features');
    expect(layerIn('node_modules/react-easy-crop/react-easy-crop.css')).toBe('vendor');
    expect(() => layerIn('web/src/device/new.module.css')).toThrow('no folder that has a layer');
  });

  it('stand in the order of the imports: whoever uses a component is stronger', () => {
    expect(layerOrder).toBe(`@layer ${layers.join(',')};`);
    expect(layers).toEqual(['theme', 'vendor', 'ui', 'session', 'features', 'screens', 'app', 'overrides']);
  });

  it('refuse what may stand only at the top of a sheet', () => {
    const file = join(root, 'web/src/ui/Any.module.css');
    expect(() => layered('@import "other.css";', file)).toThrow('cannot be put into a layer');
    expect(layered('.a{}', file)).toBe('@layer ui{.a{}}');
  });

  it('leave no style to code that no layer holds', () => {
    // Tiptap's own sheet is for the text field that it makes, and its rules meet none of ours (the walk looks).
    const makers = /createElement\(['"]style['"]\)|adoptedStyleSheets|<style[ >]/;
    const code = filesBelow('web/src').filter((path) => /\.tsx?$/.test(path));
    expect(code.filter((path) => makers.test(textOf(path)))).toEqual([]);
  });

  it('need no !important', () => {
    expect(sheets.filter((path) => textOf(path).includes('!important'))).toEqual([]);
  });
});

describe('the colours that the contract knows', () => {
  const tokens = textOf('web/src/theme/tokens.css');
  const [day = '', night = ''] = tokens.split(':root[data-theme="dark"]');
  const valueIn = (part: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(part)?.[1];

  it('are those of the themes', () => {
    expect([valueIn(day, 'paper'), valueIn(night, 'paper')]).toEqual([paperColours.light, paperColours.dark]);
    expect([valueIn(day, 'accent'), valueIn(night, 'accent')]).toEqual(
      Object.values(shadesOf(defaultAccent)),
    );
    const page = textOf('web/index.html').toLowerCase();
    expect(
      [...page.matchAll(/"theme-color".*content="(#[0-9a-f]{6})"/g)].map(([, colour]) => colour),
    ).toEqual([paperColours.light, paperColours.dark]);
  });
});
