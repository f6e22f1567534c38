/** The files of a generated package outside `gen/`: its package.json, its compiler options, its README. */
import type { OutputFile } from './file.js';
import { compilerOptions, jsonText, manifest } from './package-texts.js';
import { packageFolder, packageName, packageVersion, type Naming, type PackageKind } from './package-paths.js';

export interface PackageOptions {
  readonly kind: PackageKind;
  readonly naming: Naming;
  /** The version of the API. */
  readonly version: string;
  /** The version that it extends, whose package of this kind is built first. */
  readonly extends?: string;
  /** Other package kinds of this version that it depends on. */
  readonly requiredKinds?: readonly PackageKind[];
  readonly runtime?: { readonly package: string; readonly version: string };
  /** Third-party packages that it imports, with their version ranges. */
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Whether `gen/` contains files that are not code and are published too. */
  readonly hasData?: true;
  /** Additional compiler options. */
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  /** Packages with global types. */
  readonly globals?: readonly string[];
  readonly description: string;
  /** The modules of further entry points. */
  readonly entries: readonly string[];
  readonly readme: string;
}

export function packageFilesOf(options: PackageOptions): readonly OutputFile[] {
  const { kind, naming, version, extends: base, requiredKinds = [] } = options;
  const { runtime, globals = [], description, entries } = options;
  const folder = packageFolder(kind, version);
  const prerequisites = [
    ...requiredKinds.map((other) => [other, version] as const),
    ...(base === undefined ? [] : [[kind, base] as const]),
  ];
  const dependencies = [
    ...prerequisites.map(([other, of]) => [packageName(naming, other, of), `^${packageVersion(of)}`] as const),
    ...(runtime === undefined ? [] : [[runtime.package, `^${runtime.version}`] as const]),
    ...Object.entries(options.dependencies ?? {}),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const packageManifest = manifest({
    naming,
    name: packageName(naming, kind, version),
    version,
    description,
    entries,
    ...(options.hasData && { hasData: true }),
    ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
  });
  const references = prerequisites.map(([other, of]) => packageFolder(other, of));
  const compiler = compilerOptions(naming, globals, references);
  return [
    { path: `${folder}/package.json`, text: jsonText(packageManifest) },
    {
      path: `${folder}/tsconfig.json`,
      text: jsonText(options.compilerOptions ? withOptions(compiler, options.compilerOptions) : compiler),
    },
    { path: `${folder}/README.md`, text: options.readme },
  ];
}

function withOptions(compiler: object, more: Readonly<Record<string, unknown>>): object {
  const { compilerOptions: given = {} } = compiler as { readonly compilerOptions?: object };
  return { ...compiler, compilerOptions: { ...given, ...more } };
}
