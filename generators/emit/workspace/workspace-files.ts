/** The root of a workspace of one's own: what makes generated packages build with `npm install && npm run build`. */
import { packageFolder, packageName, type Naming, type OutputFile } from '../../code/index.js';

/** @param versions each behind the one it extends */
export function workspaceFiles(naming: Naming, versions: readonly string[]): readonly OutputFile[] {
  const folders = versions.map((version) => packageFolder('types', version));
  const manifest = {
    name: 'generated-bindings',
    private: true,
    type: 'module',
    workspaces: folders,
    scripts: { build: 'tsc --build' },
    devDependencies: { typescript: '~5.9.3' },
  };
  const compiler = { files: [], references: folders.map((path) => ({ path })) };
  return [
    { path: 'package.json', text: json(manifest) },
    { path: 'tsconfig.json', text: json(compiler) },
    { path: 'README.md', text: readme(naming, versions) },
    { path: '.gitignore', text: 'node_modules/\ndist/\n.lading/\n' },
  ];
}

function readme(naming: Naming, versions: readonly string[]): string {
  const rows = versions.map(
    (version) => `- \`${packageName(naming, 'types', version)}\` in \`${packageFolder('types', version)}\``,
  );
  return `# Generated bindings\n\n\`npm install && npm run build\` compiles them all.\n\n${rows.join('\n')}\n`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
