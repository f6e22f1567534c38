/** Where everything goes and what it is called: the only place that spells package names and paths. */
import { identifier } from './identifier.js';

export interface Naming {
  /** `@lading`; empty for names without a scope. */
  readonly scope: string;
  /** The name behind the scope, `{kind}-v{version}` unless something else is wanted. */
  readonly pattern?: string;
  /** The entry of a package is meant whose large integers are `bigint`. */
  readonly exact?: true;
  /** The packages stand in this repository, whose build joins the modules of each into one file for each entry. */
  readonly joined?: true;
}

/** A kind of package that a version has: `types`, `client`, `server`, `docs`, `overlay`, or one of somebody's own. */
export type PackageKind = string;

/** `@lading/types-v1.44`, or `@lading/types-v1.44/exact` */
export function packageName({ scope, pattern, exact }: Naming, kind: PackageKind, version: string): string {
  const name = (pattern ?? '{kind}-v{version}')
    .replaceAll('{kind}', kind)
    .replaceAll('{version}', versionSegment(version));
  return `${scope === '' ? '' : `${scope}/`}${name}${exact ? exactEntry : ''}`;
}

/** Whether a name is that of a package of the kind, of any version that begins with a digit. */
export function isPackageOf(
  { scope, pattern = '{kind}-v{version}' }: Naming,
  kind: PackageKind,
  name: string,
): boolean {
  const whole = `${scope === '' ? '' : `${scope}/`}${pattern.replaceAll('{kind}', kind)}`;
  const parts = whole.split('{version}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('\\d[a-z0-9.-]*')}$`).test(name);
}

/** The package that an entry belongs to: `@lading/types-v1.44/exact` → `@lading/types-v1.44`. */
export function ownerOf(entry: string): string {
  return entry
    .split('/')
    .slice(0, entry.startsWith('@') ? 2 : 1)
    .join('/');
}

const exactEntry = '/exact';

/** `v1.44/types`, below the output folder */
export function packageFolder(kind: PackageKind, version: string): string {
  return `v${versionSegment(version)}/${kind}`;
}

/** The version of the packages of an API version: `1.44` → `1.44.0`. */
export function packageVersion(version: string): string {
  const [major = '0', minor = '0', patch = '0'] = version.split('.').map((part) => /^\d{1,9}$/.exec(part)?.[0] ?? '0');
  return `${Number(major)}.${Number(minor)}.${Number(patch)}`;
}

/** The range of releases of the packages of an API version that other packages depend on. */
export function versionRange(version: string): string {
  return `^${packageVersion(version)}`;
}

/** A version is data of a document; as part of a path only plain characters of it remain. */
export function versionSegment(version: string): string {
  const plain = version
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 40);
  return plain === '' ? '0' : plain;
}

/** `gen/pet.ts`, or `gen/exact/pet.ts` */
export function modulePath({ exact }: Naming, file: string): string {
  return `gen${exact ? exactEntry : ''}/${file}.ts`;
}

/** The module of a group's shapes. */
export function groupModule(naming: Naming, group: string): string {
  return modulePath(naming, fileName(group));
}

/** The module of a group's operations. */
export function operationsModule(naming: Naming, group: string): string {
  return modulePath(naming, `operations/${fileName(group)}`);
}

/** The package that generated clients run on, and what people use of it. */
export const clientRuntime = { package: '@lading/runtime-client', version: '0.1.0' } as const;

/** The one door by which generated clients enter it, */
export const clientEntryPoint = `${clientRuntime.package}/codegen`;

/** and what stands behind it for exact integers. */
export const exactEntryPoint = `${clientRuntime.package}${exactEntry}`;

/** The package that generated servers run on, and what people use of it, */
export const serverRuntime = { package: '@lading/runtime-server', version: '0.1.0' } as const;

/** and the one door by which they enter it. */
export const serverEntryPoint = `${serverRuntime.package}/codegen`;

/** The package of the formats on the wire, on which generated contracts run, */
export const wireRuntime = { package: '@lading/runtime-wire', version: '0.1.0' } as const;

/** and the one entry by which they enter it. */
export const contractEntry = `${wireRuntime.package}/codegen`;

/** The package that generated overlays run on, */
export const overlayRuntime = { package: '@lading/runtime-overlay', version: '0.1.0' } as const;

/** and the one door by which they enter it. */
export const overlayEntryPoint = `${overlayRuntime.package}/codegen`;

/** `SystemInfo` → `system-info`; letters and digits only, never a name that a file system treats specially. */
export function fileName(name: string): string {
  const words = identifier(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
  const plain = words
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain === '' || /^(con|prn|aux|nul|com\d|lpt\d|index|paths)$/.test(plain) ? `${plain}-group` : plain;
}
