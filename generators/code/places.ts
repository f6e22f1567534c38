/** Where everything goes and what it is called: the only place that spells package names and paths. */
import { identifier } from './identifier.js';

export interface Naming {
  /** `@lading` */
  readonly scope: string;
}

/** The kinds of package that a version has. */
export type PackageKind = 'types' | 'client' | 'server' | 'docs' | 'overlay';

/** `@lading/types-v1.44` */
export function packageName({ scope }: Naming, kind: PackageKind, version: string): string {
  return `${scope}/${kind}-v${versionSegment(version)}`;
}

/** `v1.44/types`, below the output folder */
export function packageFolder(kind: PackageKind, version: string): string {
  return `v${versionSegment(version)}/${kind}`;
}

/** The version of the packages of an API version: `1.44` → `1.44.0`. */
export function packageVersion(version: string): string {
  const [major = '0', minor = '0', patch = '0'] = version.split('.').map((part) => /^\d{1,9}$/.exec(part)?.[0] ?? '0');
  return `${Number(major)}.${Number(minor)}.${Number(patch)}`;
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

/** `gen/container.ts` */
export function groupModule(group: string): string {
  return `gen/${fileName(group)}.ts`;
}

/** `gen/operations/container.ts` */
export function operationsModule(group: string): string {
  return `gen/operations/${fileName(group)}.ts`;
}

/** The package that generated clients run on, and what people use of it. */
export const clientRuntime = { package: '@lading/runtime-client', version: '0.1.0' } as const;

/** The one door by which generated clients enter it. */
export const clientDoor = `${clientRuntime.package}/codegen`;

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
