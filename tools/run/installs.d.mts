/** The folders of `installs/`. */
export type GroupName =
  'documents' | 'mutation' | 'peers' | 'plots' | 'references' | 'registry' | 'runtimes' | 'validators';

export interface Group {
  /** Name and version of each dependency. */
  readonly versions: readonly (readonly [string, string])[];
  /** A file of an installed package, by its path. */
  file(path: string): string;
  /** Resolves the modules of the group. */
  readonly require: NodeJS.Require;
  isInstalled(): boolean;
  /** Installs the group, unless it is there in the required versions. */
  install(): void;
}

export function group(name: GroupName): Group;

/** Installs groups, and returns why one of them is missing. */
export function missingGroup(...names: readonly GroupName[]): string | undefined;

/** Installs groups, or prints why the program is skipped, and ends it. */
export function installOrSkip(...names: readonly GroupName[]): void;
