/** A module of TypeScript before it is printed: what it declares, and what it passes on. */
import type { CodeSymbol, ModuleId } from './mention.js';
import type { Statement } from './structures.js';

export interface CodeModule extends ModuleId {
  /** What the file is, in one sentence. */
  readonly about: string;
  readonly declarations: readonly Declaration[];
  /** Its texts are of somebody's own layout: it is formatted when it is written. */
  readonly isUnformatted?: true;
  /** Names of other modules that this one exports as well. */
  readonly passesOn: readonly CodeSymbol[];
}

/**
 * One exported name (an enum: two), as plain data whose strings may hold mentions: two versions are compared by it, and
 * it is laid out when it is printed.
 */
export interface Declaration {
  readonly symbols: readonly CodeSymbol[];
  readonly statements: readonly Statement[];
  /**
   * The names of the properties, and then of the methods, of the one statement, an interface: where a base declares some of
   * them alike, the interface extends that of the base.
   */
  readonly members?: readonly string[];
}
