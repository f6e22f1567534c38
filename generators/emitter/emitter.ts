/** What somebody writes who wants packages of a kind that is not built in. */
import type { CodeSymbol, Declaration } from '../code/index.js';
import type { Api, Change } from '../ir/index.js';
import type { TypesApi } from './types-api.js';

/** Makes the packages of one kind: of a version in, what its package holds out. Pure: the same in, the same out. */
export interface Emitter {
  /**
   * What the kind is called, in the folder and in the name of its packages: `msw` makes `v1.44/msw`,
   * `@lading/msw-v1.44`. Lower-case letters, digits and `-`; not the name of a built-in kind.
   */
  readonly kind: string;
  /** Whether it mentions the types of the version; they are generated and depended on then. */
  readonly needs?: readonly 'types'[];
  /** @throws whatever it likes: it is told with the emitter's name, and nothing is written */
  emit(input: EmitterInput): EmittedPackage | Promise<EmittedPackage>;
}

/** A version, and how things are called in it. */
export interface EmitterInput {
  /** The model: groups, operations, shapes, state sets. Its texts are data of a document, and untrusted. */
  readonly api: Api;
  /** The version that this one extends, when there is one. */
  readonly extends?: string;
  /** What differs between the two, told from the older to the newer. */
  readonly changes: readonly Change[];
  /** The name of the package that is made: `@lading/msw-v1.44`. */
  readonly package: string;
  /** The place of a symbol of this package: `symbol('petList', 'pet')` stands in `gen/pet.ts`. */
  readonly symbol: (name: string, module: string, kind?: 'value' | 'type') => CodeSymbol;
  /** The place of a symbol of any other package: `from('msw', 'http')`. */
  readonly from: (packageName: string, name: string, kind?: 'value' | 'type') => CodeSymbol;
  /** The types of the version, when the emitter needs them. */
  readonly types: TypesApi;
}

/** What a package holds. */
export interface EmittedPackage {
  /** For its package.json and the head of its README, without a full stop. */
  readonly description: string;
  /**
   * Everything that the package exports, as if no other version existed: what the version it extends has with the same
   * meaning is passed on from there by name. Texts are formatted when they are written.
   */
  readonly declarations?: readonly Declaration[];
  /** What a module is, in one sentence, by its path (`gen/pet.ts`). */
  readonly about?: Readonly<Record<string, string>>;
  /** Files that are no code, below `gen/`: `schemas.json`. Only `.json`, `.md`, `.yaml` and `.txt`. */
  readonly files?: readonly { readonly path: string; readonly text: string }[];
  /** What its code imports besides types: package → range. */
  readonly dependencies?: Readonly<Record<string, string>>;
  /** What of TypeScript's options its code needs besides: `{ lib: ['ES2022', 'DOM'] }`. */
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  /** Its README; a short one is made without. */
  readonly readme?: string;
}

/** The emitter itself, checked by the compiler. */
export function defineEmitter(emitter: Emitter): Emitter {
  return emitter;
}
