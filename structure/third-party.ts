interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  /** Whether npm runs a script of it when it is installed. */
  readonly hasInstallScript?: boolean;
}

/** What of an npm lock file (version 3) the notices are made from: packages by the path that they are installed at. */
interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const notes = [
  '# Third-party notices',
  '',
  'Duet itself is under the MIT licence (LICENSE). It runs on these packages, each under its own; the text of each licence stands in',
  "the package's folder below `node_modules` once they are installed. Packages for tests and checks alone are left out.",
  '',
  'Some ask for more than to be named:',
  '',
  '- **libheif-js** and the **libvips** in sharp (`@img/sharp-libvips-*`) are under the LGPL 3. Duet loads them as they were published, from',
  '  packages of their own, so anybody can put another build in their place. Their sources are linked from their pages.',
  '- **mediabunny** and other packages under the MPL 2.0 are used unchanged; their sources are linked from their pages.',
  '- **dompurify** may be taken under the MPL 2.0 or the Apache licence 2.0.',
  '- The fonts in `web/src/theme/fonts` are under the SIL Open Font License; its text lies beside them.',
  '',
];

const nameAt = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The page that names all packages a site runs on, with version and licence, in the order of their names. */
export function thirdPartyMarkdown({ packages }: Lock): string {
  const rows = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version = '', license = 'see the package' }]) => {
      return `| ${nameAt(path)} | ${version} | ${license} |`;
    });
  return [
    ...notes,
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...[...new Set(rows)].sort(),
    '',
    ...scriptsOf(packages),
  ].join('\n');
}

/** An install script runs with all rights of who installs: whoever adds a package with one finds it here, in the diff. */
function scriptsOf(packages: Lock['packages']): string[] {
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { version = '', dev }]) => `- ${nameAt(path)} ${version}${dev ? ' (tests only)' : ''}`);
  return [
    '## Scripts that run while packages are installed',
    '',
    'Of these packages alone; `npm run sbom` writes the whole bill of materials (CycloneDX).',
    '',
    ...withScripts,
    '',
  ];
}
