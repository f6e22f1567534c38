/** A kind of package: how it is made of a version, whoever wrote its emitter. */
import type { CodeModule, Naming, OutputFile, Prose } from '../../code/index.js';
import type { JsonObject } from '../../document/index.js';
import type { Api, TimelineVersion } from '../../ir/index.js';

/** A package, still to be printed. */
export interface Package {
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  /** Files outside `gen/`, and those that are no code. */
  readonly files: readonly OutputFile[];
  /** The `paths` module, whose text costs more than all other files and may be generated later; it lacks its head. */
  readonly paths?: { readonly path: string; readonly text: () => Promise<string> };
}

export interface Kind<Made extends Package = Package> {
  /** As in `v1.44/types` and `@lading/types-v1.44`. */
  readonly name: string;
  /** Kinds without whose packages it is none: wanted with it, and made before. */
  readonly needs: readonly Kind[];
  /** Kinds of which it speaks when they are wanted too: made before. */
  readonly after?: readonly Kind[];
  /** Kinds that the version which is extended must have. */
  readonly needsOfBase?: readonly Kind[];
  /** Whether its packages hold something to compile. */
  readonly isCode: boolean;
  /** Whether what it compiles to needs the types of Node. */
  readonly needsNode?: true;
  /** Whether a package depends on nothing but the version that it is made of: what is not pure is made by every run. */
  readonly isPure?: true;
  /** Nothing where a version has no such package. */
  readonly make: (version: VersionToMake) => Made | undefined | Promise<Made | undefined>;
}

/** The text of a version's `paths` module: of `make`, now or at another time. */
export type PathsOf = (version: string, make: () => Promise<string>) => Promise<string>;

/** A version, and what there is already when one of its packages is made. */
export interface VersionToMake {
  readonly described: TimelineVersion;
  /** The version that it extends. */
  readonly baseApi?: Api;
  readonly naming: Naming;
  /** What the head of each file says of its source and of how to make it again. */
  readonly head: readonly string[];
  /** Whether the types get a `paths` module. */
  readonly paths: boolean;
  /** What the configuration says of the API besides. */
  readonly prose: Prose;
  /** The version as an OpenAPI 3.1 document. */
  readonly openapi: () => JsonObject;
  /**
   * What was made of this version or of the one that it extends; nothing of a kind that is not wanted, or that is
   * neither this one nor among those that it names as `needs` or `after`.
   */
  readonly made: <Made extends Package>(kind: Kind<Made>, version?: string) => Made | undefined;
}

/** What a kind made of the version that is extended. */
export function baseOf<Made extends Package>(
  kind: Kind<Made>,
  { described, made }: VersionToMake,
): { readonly base?: { readonly version: string } & Made } {
  const version = described.extends;
  const base = version === undefined ? undefined : made(kind, version);
  return version === undefined || base === undefined ? {} : { base: { version, ...base } };
}

/** What was made of a kind that this one needs. */
export function needed<Made extends Package>(made: Made | undefined): Made {
  if (made === undefined) throw new Error('a kind that is needed was not made before');
  return made;
}
