/** The files of a generated package outside `gen/`: its package.json, its compiler options, its README. */
import type { OutputFile } from './file.js';
import { packageFolder, packageName, versionRange, type Naming, type PackageKind } from './package-paths.js';
import {
  compilerOptions,
  jsonText,
  markdownText,
  packageJson,
  titleLine,
  type PackageJsonKeys,
} from './package-texts.js';
import { readableJson } from './readable-json.js';
import { readmeText, type Passages, type ReadmeParts } from './readme.js';
import type { Data } from './value-trees.js';

/** What an emitter says about its package. The generator knows the rest: name, version, license, dependencies on other packages. */
export interface PackageManifest {
  /** The description for its package.json and the top of its README, without a full stop. */
  readonly description: string;
  /** The modules of entry points besides `gen/index.ts`: `exact/index` is imported as `/exact`. @default none */
  readonly entries?: readonly string[];
  /** The package that the code calls when it runs. @default none */
  readonly runtime?: { readonly package: string; readonly version: string };
  /** Third-party packages that the code imports, with their version ranges. @default none */
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Packages with global types: `node`. @default none */
  readonly globals?: readonly string[];
  /** Additional compiler options that the code needs: `{ lib: ['ES2022', 'DOM'] }`. @default none */
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  /** Keys of package.json instead of those that follow from the files. @default none */
  readonly packageJson?: PackageJsonKeys;
  /** The README: its text, or the parts of the layout that all packages have. @default a short one with the description */
  readonly readme?: string | PackageReadme;
}

/** A README in the layout that all packages have. */
export interface PackageReadme {
  readonly template: ReadmeParts;
  /** The variables of the template. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Passages of the configuration that replace parts of the template. */
  readonly passages?: Passages;
}

/** A package that another one depends on. */
export interface PackageReference {
  readonly kind: PackageKind;
  readonly version: string;
}

/** What the generator knows about a package. */
export interface PackageContext {
  readonly kind: PackageKind;
  readonly naming: Naming;
  /** The title and the version of the API. */
  readonly api: { readonly title: string; readonly version: string };
  /** The version whose package of this kind it re-exports. */
  readonly extends?: string;
  /** The generated packages of other kinds that it depends on. */
  readonly needs: readonly PackageReference[];
  /** Whether it contains code to compile. */
  readonly isCode: boolean;
  /** Whether `gen/` contains files that are not code and are published too. */
  readonly hasData: boolean;
}

/** Returns the files with paths in the folder of the package. */
export function packageFilesOf(manifest: PackageManifest, context: PackageContext): readonly OutputFile[] {
  const { kind, naming, api, extends: base, needs, isCode, hasData } = context;
  const { runtime, globals = [], description, entries = [], compilerOptions: more } = manifest;
  const prerequisites = [...needs, ...(base === undefined ? [] : [{ kind, version: base }])];
  const dependencies = [
    ...prerequisites.map((one) => [packageName(naming, one.kind, one.version), versionRange(one.version)] as const),
    ...(runtime === undefined ? [] : [[runtime.package, `^${runtime.version}`] as const]),
    ...Object.entries(manifest.dependencies ?? {}),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const content = packageJson({
    naming,
    entries,
    globals,
    isCode,
    hasData,
    name: packageName(naming, kind, api.version),
    version: api.version,
    description: titleLine(description),
    ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
    ...(manifest.packageJson && { keys: manifest.packageJson }),
  });
  const references = prerequisites.map((one) => packageFolder(one.kind, one.version));
  const compiler = compilerOptions(naming, globals, references);
  return [
    { path: 'package.json', text: jsonText(content), printed: true, hasSettings: true },
    ...(isCode ? [tsconfig(more ? withOptions(compiler, more) : compiler)] : []),
    { path: 'README.md', text: readmeOf(manifest, context) },
  ];
}

/** Options of an emitter may have values that JSON leaves out. */
function tsconfig(content: object): OutputFile {
  return { path: 'tsconfig.json', text: readableJson(JSON.parse(JSON.stringify(content)) as Data), printed: true };
}

/** The README of a package whose emitter has no template. */
const shortReadme: ReadmeParts = { about: '{{description}}.', use: '', more: '' };

function readmeOf({ readme, description, runtime }: PackageManifest, context: PackageContext): string {
  if (typeof readme === 'string') return readme;
  const { kind, naming, api, extends: base, needs } = context;
  const { template = shortReadme, facts = {}, passages = {} } = readme ?? {};
  const dependencies = [
    ...needs.map((one) => packageName(naming, one.kind, one.version)),
    ...(runtime === undefined ? [] : [runtime.package]),
  ];
  const { title, version } = api;
  const all = { description: markdownText(titleLine(description)), ...facts };
  return readmeText(template, { kind, naming, title, version, extends: base, dependencies }, all, passages);
}

function withOptions(compiler: object, more: Readonly<Record<string, unknown>>): object {
  const { compilerOptions: given = {} } = compiler as { readonly compilerOptions?: object };
  return { ...compiler, compilerOptions: { ...given, ...more } };
}
