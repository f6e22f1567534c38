/** The files of a generated package outside `gen/`: its package.json, its compiler options, its README. */
import type { OutputFile } from './file.js';
import { compilerOptions, jsonText, manifest } from './package-texts.js';
import { packageFolder, packageName, packageVersion, type Naming, type PackageKind } from './package-paths.js';

export interface PackageOptions {
  readonly kind: PackageKind;
  readonly naming: Naming;
  /** Of the API. */
  readonly version: string;
  /** The version it extends: its package of this kind is built before. */
  readonly extends?: string;
  /** Other kinds of packages of this version that it is built on. */
  readonly builtOn?: readonly PackageKind[];
  readonly runtime?: { readonly package: string; readonly version: string };
  /** Packages of others that it imports, with their ranges. */
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Whether files that are no code lie in `gen/` and are shipped. */
  readonly hasData?: true;
  /** Options of TypeScript besides those that every package has. */
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  /** Packages with global types. */
  readonly globals?: readonly string[];
  readonly description: string;
  /** The modules of further entries. */
  readonly entries: readonly string[];
  readonly readme: string;
}

export function packageFilesOf(options: PackageOptions): readonly OutputFile[] {
  const { kind, naming, version, extends: base, builtOn = [], runtime, globals = [], description, entries } = options;
  const folder = packageFolder(kind, version);
  const before = [
    ...builtOn.map((other) => [other, version] as const),
    ...(base === undefined ? [] : [[kind, base] as const]),
  ];
  const dependencies = [
    ...before.map(([other, of]) => [packageName(naming, other, of), `^${packageVersion(of)}`] as const),
    ...(runtime === undefined ? [] : [[runtime.package, `^${runtime.version}`] as const]),
    ...Object.entries(options.dependencies ?? {}),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const written = manifest({
    naming,
    name: packageName(naming, kind, version),
    version,
    description,
    entries,
    ...(options.hasData && { hasData: true }),
    ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
  });
  const references = before.map(([other, of]) => packageFolder(other, of));
  const compiler = compilerOptions(naming, globals, references);
  return [
    { path: `${folder}/package.json`, text: jsonText(written) },
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
