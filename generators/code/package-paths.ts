/** Package names and paths of everything that is generated. No other module spells them. */
import { identifier } from './identifier.js';

export interface Naming {
  /** The npm scope: `@lading`; empty for names without one. */
  readonly scope: string;
  /** The pattern of the name after the scope; by default `{kind}-v{version}`. */
  readonly pattern?: string;
  /** Whether the names are those of the exact entry point, whose large integers are `bigint`. */
  readonly exact?: true;
  /** The license of the packages, or false for none; by default that of the document. */
  readonly license?: PackageLicense | false;
  /** The command that builds a package in its folder, if it is not the compiler. It reads the options of tsconfig.json. */
  readonly build?: string;
}

/** The license of a package. */
export interface PackageLicense {
  /** The value for package.json: an SPDX expression, or `SEE LICENSE IN README.md`. */
  readonly value: string;
  /** The name for its README, in Markdown. */
  readonly text: string;
}

/** A package kind: `types`, `client`, `server`, `docs`, `conversion`, or one of a custom emitter. */
export type PackageKind = string;

/** Returns the name of a package: `@lading/types-v1.44`, or `@lading/types-v1.44/exact`. */
export function packageName({ scope, pattern, exact }: Naming, kind: PackageKind, version: string): string {
  const name = (pattern ?? '{kind}-v{version}')
    .replaceAll('{kind}', kind)
    .replaceAll('{version}', versionSegment(version));
  return `${scope === '' ? '' : `${scope}/`}${name}${exact ? exactEntry : ''}`;
}

/** Tells whether a name is that of a package of the kind, for any version that begins with a digit. */
export function isPackageOf(
  { scope, pattern = '{kind}-v{version}' }: Naming,
  kind: PackageKind,
  name: string,
): boolean {
  const whole = `${scope === '' ? '' : `${scope}/`}${pattern.replaceAll('{kind}', kind)}`;
  const parts = whole.split('{version}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('\\d[a-z0-9.-]*')}$`).test(name);
}

/** Returns the package that an entry point belongs to: `@lading/types-v1.44/exact` → `@lading/types-v1.44`. */
export function ownerOf(entry: string): string {
  const slash = entry.indexOf('/', entry.startsWith('@') ? entry.indexOf('/') + 1 : 0);
  return slash < 0 ? entry : entry.slice(0, slash);
}

const exactEntry = '/exact';

/** Returns the folder of a package relative to the output folder: `v1.44/types`. */
export function packageFolder(kind: PackageKind, version: string): string {
  return `v${versionSegment(version)}/${kind}`;
}

/**
 * Returns the version of the packages of an API version: `1.44` → `1.44.0`. It has the first numbers of a version in another form:
 * `2026-11-01` → `2026.11.1`, `v2` → `2.0.0`.
 */
export function packageVersion(version: string): string {
  const [, ...numbers] = /(\d{1,9})(?:[.-](\d{1,9}))?(?:[.-](\d{1,9}))?/.exec(version) ?? [];
  return [0, 1, 2].map((index) => Number(numbers[index] ?? 0)).join('.');
}

/** Returns the version range with which other packages depend on the packages of an API version. */
export function versionRange(version: string): string {
  return `^${packageVersion(version)}`;
}

/**
 * Returns a version as part of a path or name, after a `v`: `1.44`, and `1.0` of `v1.0`. The version comes from a document, so only plain
 * characters of it remain.
 */
export function versionSegment(version: string): string {
  const plain = version
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '')
    .replace(/^v(?=\d)/, '')
    .slice(0, 40);
  return plain === '' ? '0' : plain;
}

/** Returns the path of a module: `gen/pet.ts`, or `gen/exact/pet.ts`. */
export function modulePath({ exact }: Naming, file: string): string {
  return `gen${exact ? exactEntry : ''}/${file}.ts`;
}

/** Returns the path of the module with the schemas of a group. */
export function groupModule(naming: Naming, group: string): string {
  return modulePath(naming, fileName(group));
}

/** Returns the path of the module with the operations of a group. */
export function operationsModule(naming: Naming, group: string): string {
  return modulePath(naming, `operations/${fileName(group)}`);
}

/** The runtime package of generated clients; its main entry point is for users. */
export const clientRuntime = { package: '@lading/runtime-client', version: '0.1.0' } as const;

/** The runtime package of generated clients for any API; its main entry point is for users. */
export const fetchRuntimePackage = { package: '@lading/runtime-fetch', version: '0.1.0' } as const;

/** The entry point of the runtime for any API for generated clients. */
export const fetchEntryPoint = `${fetchRuntimePackage.package}/codegen`;

/** The entry point of the runtime for any API for generated clients with exact integers. */
export const fetchExactEntryPoint = `${fetchRuntimePackage.package}${exactEntry}`;

/** The entry point of the client runtime for generated clients. */
export const clientEntryPoint = `${clientRuntime.package}/codegen`;

/** The entry point of the client runtime for generated clients with exact integers. */
export const exactEntryPoint = `${clientRuntime.package}${exactEntry}`;

/** The runtime package of generated servers; its main entry point is for users. */
export const serverRuntime = { package: '@lading/runtime-server', version: '0.1.0' } as const;

/** The entry point of the server runtime for generated servers. */
export const serverEntryPoint = `${serverRuntime.package}/codegen`;

/** The runtime package of generated contracts, with the wire formats. */
export const wireRuntime = { package: '@lading/runtime-wire', version: '0.1.0' } as const;

/** The entry point of the wire runtime for generated contracts. */
export const contractEntry = `${wireRuntime.package}/codegen`;

/** The runtime package of generated conversions. */
export const conversionRuntime = { package: '@lading/runtime-conversion', version: '0.1.0' } as const;

/** The entry point of the conversion runtime for generated conversions. */
export const conversionEntryPoint = `${conversionRuntime.package}/codegen`;

/**
 * Returns a file name: `SystemInfo` → `system-info`. It has only letters, digits and `-`, and is never a reserved name
 * of a file system.
 */
export function fileName(name: string): string {
  const words = identifier(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
  const plain = words
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  if (plain === '') return 'group';
  return /^(con|prn|aux|nul|com\d|lpt\d|index|paths)$/.test(plain) ? `${plain}-group` : plain;
}
