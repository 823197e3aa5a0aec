import type { Change } from './plant.ts';
import { plants } from './plants.ts';

/** Where in the source the change belongs; -1 where what it replaces is not there. */
export function placeOf(source: string, { after = '', from }: Change): number {
  const start = source.indexOf(after);
  return start < 0 ? -1 : source.indexOf(from, start);
}

/** The source with the change in it; null where what it replaces is not there. */
export function changed(source: string, change: Change): string | null {
  const at = placeOf(source, change);
  return at < 0 ? null : source.slice(0, at) + change.to + source.slice(at + change.from.length);
}

/** As a plugin of Vite. The load fails where what it replaces is not there: a plant never disappears unseen. */
export function planted(name: string) {
  const plant = plants[name];
  if (!plant) throw new Error(`There is no fault ${name}. Choose from ${Object.keys(plants).join(', ')}.`);
  return {
    name: 'duet:planted',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | null {
      const here = plant.changes.filter(({ file }) => id.includes('/server/src/') && id.endsWith(file));
      if (here.length === 0) return null;
      return here.reduce((source, change) => {
        const faulty = changed(source, change);
        if (faulty === null) throw new Error(`${name} cannot be planted: ${change.file} has changed.`);
        return faulty;
      }, code);
    },
  };
}
