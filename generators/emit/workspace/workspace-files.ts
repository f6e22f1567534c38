/** The root files of a generated workspace, whose packages build with `npm install && npm run build`. */
import { packageName, type Naming, type OutputFile, type PackageKind } from '../../code/index.js';

/** A package of the workspace. */
export interface PlacedPackage {
  readonly kind: PackageKind;
  readonly version: string;
  readonly folder: string;
  /** Whether it contains code to compile. */
  readonly isCode: boolean;
  /** Whether its code needs the types of Node. */
  readonly needsNode?: true;
}

/** Returns the root files. @param packages the packages, each after its dependencies */
export function workspaceFiles(naming: Naming, packages: readonly PlacedPackage[]): readonly OutputFile[] {
  const node = packages.some(({ needsNode }) => needsNode) ? { '@types/node': '^20.19.0' } : {};
  const manifest = {
    name: 'generated-bindings',
    private: true,
    type: 'module',
    workspaces: packages.map(({ folder }) => folder),
    scripts: { build: 'tsc --build' },
    devDependencies: { ...node, typescript: '~5.9.3' },
  };
  const references = packages.filter(({ isCode }) => isCode).map(({ folder }) => ({ path: folder }));
  return [
    { path: 'package.json', text: json(manifest) },
    { path: 'tsconfig.json', text: json({ files: [], references }) },
    { path: 'README.md', text: readme(naming, packages) },
    { path: '.gitignore', text: 'node_modules/\ndist/\n.lading/\n' },
  ];
}

function readme(naming: Naming, packages: readonly PlacedPackage[]): string {
  const rows = packages.map(
    ({ kind, version, folder }) => `- \`${packageName(naming, kind, version)}\` in \`${folder}\``,
  );
  return `# Generated bindings\n\n\`npm install && npm run build\` compiles all of them.\n\n${rows.join('\n')}\n`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
