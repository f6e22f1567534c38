/** The root of a workspace of one's own: what makes generated packages build with `npm install && npm run build`. */
import { packageFolder, packageName, type Naming, type OutputFile, type PackageKind } from '../../code/index.js';

/** @param versions each behind the one it extends */
export function workspaceFiles(
  naming: Naming,
  versions: readonly string[],
  kinds: readonly PackageKind[],
): readonly OutputFile[] {
  const places = versions.flatMap((version) => kinds.map((kind) => ({ kind, version })));
  const folders = places.map(({ kind, version }) => packageFolder(kind, version));
  const node = kinds.includes('client') || kinds.includes('server') ? { '@types/node': '^20.19.0' } : {};
  const manifest = {
    name: 'generated-bindings',
    private: true,
    type: 'module',
    workspaces: folders,
    scripts: { build: 'tsc --build' },
    devDependencies: { ...node, typescript: '~5.9.3' },
  };
  // A reference holds nothing to compile.
  const built = places.filter(({ kind }) => kind !== 'docs').map(({ kind, version }) => packageFolder(kind, version));
  const compiler = { files: [], references: built.map((path) => ({ path })) };
  return [
    { path: 'package.json', text: json(manifest) },
    { path: 'tsconfig.json', text: json(compiler) },
    {
      path: 'README.md',
      text: readme(
        places.map(({ kind, version }) => [packageName(naming, kind, version), packageFolder(kind, version)]),
      ),
    },
    { path: '.gitignore', text: 'node_modules/\ndist/\n.lading/\n' },
  ];
}

function readme(packages: readonly (readonly [string, string])[]): string {
  const rows = packages.map(([name, folder]) => `- \`${name}\` in \`${folder}\``);
  return `# Generated bindings\n\n\`npm install && npm run build\` compiles them all.\n\n${rows.join('\n')}\n`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
