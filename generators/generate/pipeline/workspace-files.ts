/** The root files of a generated workspace, which npm, pnpm, Yarn and Bun install and build. */
import { nodeTypes, packageName, type Naming, type OutputFile, type PackageKind } from '../../code/index.js';

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

/** A package that the others depend on and that comes with them as a tarball, since it is on no registry. */
export interface VendoredPackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: Buffer;
}

/** One package at a time and one checker of types: several take a third more processor time and twice the memory. */
const buildCommand = 'tsc --build --builders 1 --checkers 1';

/** Returns the root files. @param packages the packages, each after its dependencies */
export function workspaceFiles(
  naming: Naming,
  packages: readonly PlacedPackage[],
  vendored: readonly VendoredPackage[] = [],
): readonly OutputFile[] {
  const node = packages.some(({ needsNode }) => needsNode) ? nodeTypes : {};
  const manifest = {
    name: 'generated-bindings',
    private: true,
    type: 'module',
    workspaces: packages.map(({ folder }) => folder),
    scripts: { build: buildCommand },
    // npm resolves the ranges of the packages, and those of the tarballs, to what the root depends on; Yarn and Bun to
    // the resolutions; pnpm to the overrides of its own file.
    ...(vendored.length > 0 && { dependencies: tarballsOf(vendored), resolutions: tarballsOf(vendored) }),
    devDependencies: { ...node, typescript: '^7.0.2' },
  };
  const references = packages.filter(({ isCode }) => isCode).map(({ folder }) => ({ path: folder }));
  return [
    { path: 'package.json', text: json(manifest), printed: true, hasSettings: true },
    { path: 'pnpm-workspace.yaml', text: pnpmWorkspace(packages, vendored), printed: true, hasSettings: true },
    // TypeScript 7 reads packages from folders only, not through Plug'n'Play.
    { path: '.yarnrc.yml', text: 'nodeLinker: node-modules\n', printed: true, hasSettings: true },
    { path: 'tsconfig.json', text: json({ files: [], references }) },
    { path: 'README.md', text: readme(naming, packages, vendored) },
    { path: '.gitignore', text: 'node_modules/\ndist/\n.lading/\n' },
    { path: '.gitattributes', text: '* text=auto eol=lf\n**/gen/** linguist-generated=true\n*.tgz binary\n' },
    ...vendored.map((one): OutputFile => {
      return { path: tarballPath(one), text: one.tarball.toString('base64'), encoding: 'base64' };
    }),
  ];
}

/** Returns the specifiers of the tarballs by the names of their packages. */
function tarballsOf(vendored: readonly VendoredPackage[]): Readonly<Record<string, string>> {
  return Object.fromEntries(vendored.map((one) => [one.name, `file:./${tarballPath(one)}`]));
}

/** Returns the file of pnpm, which resolves ranges to packages of the workspace only if it says so. */
function pnpmWorkspace(packages: readonly PlacedPackage[], vendored: readonly VendoredPackage[]): string {
  const lines = [
    'packages:',
    ...packages.map(({ folder }) => `  - ${yamlString(folder)}`),
    'linkWorkspacePackages: true',
    // As with npm, programs of this folder import the packages, and what these depend on.
    'publicHoistPattern:',
    "  - '*'",
    // Nothing needs the scripts of dependencies, which pnpm does not run and takes for an error.
    'strictDepBuilds: false',
    ...(vendored.length > 0 ? ['overrides:'] : []),
    ...Object.entries(tarballsOf(vendored)).map(([name, path]) => `  ${yamlString(name)}: ${yamlString(path)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** JSON strings are YAML; prettier prefers single quotes. */
function yamlString(text: string): string {
  return /^[^'"\\\p{C}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
}

function tarballPath({ name, version }: VendoredPackage): string {
  return `vendor/${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}

function readme(naming: Naming, packages: readonly PlacedPackage[], vendored: readonly VendoredPackage[]): string {
  const rows = packages.map(
    ({ kind, version, folder }) => `- \`${packageName(naming, kind, version)}\` in \`${folder}\``,
  );
  const tarballs = vendored.map((one) => `- \`${one.name}\` in \`${tarballPath(one)}\``);
  return `# Generated bindings

\`npm install && npm run build\` compiles all of them. pnpm, Yarn and Bun install them as well.

${rows.join('\n')}
${vendored.length === 0 ? '' : `\n${vendoredNote}\n\n${tarballs.join('\n')}\n`}`;
}

const vendoredNote = `## Runtimes

The packages import runtimes that are not published on a registry, so they are installed from tarballs of this folder. Where
you install a package of this workspace, install the tarballs with it: \`npm install ./PACKAGE.tgz ./vendor/*.tgz\`, where
\`npm pack --workspaces\` writes \`PACKAGE.tgz\`. If you publish the packages, publish the tarballs too
(\`npm publish ./vendor/NAME.tgz\`) in a registry of your own, or bundle them into your application. With \`"runtimes": "registry"\`
in the configuration, npm installs them from its registry instead.`;

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
