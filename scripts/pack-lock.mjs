// Of the project's lock, the part that a server needs: whoever installs the package gets what was tested.

/**
 * @typedef {Record<string, string>} Ranges
 * @typedef {{ version?: string, integrity?: string, dependencies?: Ranges, optionalDependencies?: Ranges,
 *   peerDependencies?: Ranges, peerDependenciesMeta?: Record<string, { optional?: boolean }>, dev?: boolean,
 *   devOptional?: boolean }} Locked
 * @typedef {{ name: string, version: string, license: string, bin: Record<string, string>,
 *   engines: Record<string, string>, dependencies: Ranges }} Manifest
 */

/**
 * The npm-shrinkwrap.json of a package with these dependencies, from the lock of the project that it is made of.
 * @param {Manifest} manifest
 * @param {{ lockfileVersion: number, packages: Record<string, Locked> }} lock
 */
export function lockOf(manifest, lock) {
  /** @type {Map<string, Locked>} */
  const kept = new Map();
  /** @type {[path: string, name: string][]} */
  const wanted = Object.keys(manifest.dependencies).map((name) => ['server', name]);
  for (let next = wanted.pop(); next; next = wanted.pop()) {
    const [from, name] = next;
    const path = find(lock.packages, from, name);
    if (path === null || kept.has(path)) continue;
    const { dev: _dev, devOptional: _devOptional, ...entry } = lock.packages[path] ?? {};
    kept.set(path, entry);
    const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
    for (const each of Object.keys(needed)) wanted.push([path, each]);
  }
  const { name, version, license, bin, engines, dependencies } = manifest;
  return {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: {
      '': { name, version, license, bin, engines, dependencies },
      ...Object.fromEntries([...kept].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

/**
 * Where Node finds a package of this name from within another; null for what is optional and not locked.
 * @param {Record<string, Locked>} packages
 * @param {string} from
 * @param {string} name
 */
function find(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' || folder === 'server' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '' || !folder.includes('/node_modules/'))
      return packages[`node_modules/${name}`] ? `node_modules/${name}` : null;
  }
}
