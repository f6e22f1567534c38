/** The fields of a package.json that a release uses. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly workspaces?: readonly string[];
  readonly repository?: { readonly type: string; readonly url: string };
  readonly nx?: { readonly tags?: readonly string[] };
  readonly dependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
}

export type Dependencies = Readonly<Record<string, string>>;

/** The fields that name packages which are installed with this one. */
export const dependencyFields = ['dependencies', 'peerDependencies', 'optionalDependencies'] as const;

/** The ranges of all packages that are installed with a package, by name. */
export function dependenciesOf(manifest: Manifest): ReadonlyMap<string, string> {
  return new Map(dependencyFields.flatMap((field) => Object.entries(manifest[field] ?? {})));
}

export function parseManifest(text: string | Buffer): Manifest {
  return JSON.parse(text.toString()) as Manifest;
}
