/** The interface of custom emitters, which generate packages of a kind that is not built in. */
import type { CodeSymbol, Declaration } from '../code/index.js';
import type { Api, Change } from '../ir/index.js';
import type { TypesApi } from './types-api.js';

/** Generates the packages of one kind from the model of a version. It is pure: equal inputs give equal outputs. */
export interface Emitter {
  /**
   * The name of the kind, used in the folder and in the name of its packages: `msw` gives `v1.44/msw` and
   * `@lading/msw-v1.44`. It consists of lower-case letters, digits and `-`, and is not the name of a built-in kind.
   */
  readonly kind: string;
  /** Other package kinds that the code mentions: they are generated too, and the package depends on them. */
  readonly needs?: readonly 'types'[];
  /** @throws any error: it is reported with the name of the emitter, and nothing is written */
  emit(input: EmitterInput): EmittedPackage | Promise<EmittedPackage>;
}

/** A version of the API, and the symbols that generated code may mention. */
export interface EmitterInput {
  /** The model: groups, operations, schemas, state sets. Its strings come from a document and are untrusted. */
  readonly api: Api;
  /** The version that this one extends, when there is one. */
  readonly extends?: string;
  /** The changes between the two versions, from the older to the newer one. */
  readonly changes: readonly Change[];
  /** The name of the generated package: `@lading/msw-v1.44`. */
  readonly package: string;
  /** Returns a symbol of this package: `symbol('petList', 'pet')` is declared in `gen/pet.ts`. */
  readonly symbol: (name: string, module: string, kind?: 'value' | 'type') => CodeSymbol;
  /** Returns a symbol of any other package: `from('msw', 'http')`. */
  readonly from: (packageName: string, name: string, kind?: 'value' | 'type') => CodeSymbol;
  /** The types of the version, if the emitter needs them. */
  readonly types: TypesApi;
}

/** The content of a package. */
export interface EmittedPackage {
  /** The description for its package.json and the top of its README, without a full stop. */
  readonly description: string;
  /**
   * Everything that the package exports, as if no other version existed: declarations that the extended version has with
   * the same meaning are re-exported from there by name. The code is formatted when it is written.
   */
  readonly declarations?: readonly Declaration[];
  /** The description of each module in one sentence, by its path (`gen/pet.ts`). */
  readonly about?: Readonly<Record<string, string>>;
  /**
   * Files below `gen/` that are not code, for example `schemas.json`. Only `.json`, `.md`, `.yaml` and `.txt` are
   * allowed.
   */
  readonly files?: readonly { readonly path: string; readonly text: string }[];
  /** The dependencies of its code besides the types package: package → version range. */
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Additional compiler options that its code needs: `{ lib: ['ES2022', 'DOM'] }`. */
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  /** Its README. Without one, a short README is generated. */
  readonly readme?: string;
}

/** Returns the given emitter; the compiler checks its type. */
export function defineEmitter(emitter: Emitter): Emitter {
  return emitter;
}
