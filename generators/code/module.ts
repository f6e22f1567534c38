/** A module of TypeScript before it is printed: what it declares, and what it passes on. */
import type { StatementStructures } from 'ts-morph';
import type { CodeSymbol, ModuleId } from './mention.js';

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
 * One exported name (an enum: two), as plain structures whose texts may hold mentions. A constant is its text: the
 * printer of structures would indent the lines of its value.
 */
export interface Declaration {
  readonly symbols: readonly CodeSymbol[];
  readonly statements: readonly (StatementStructures | string)[];
  /**
   * The names of the properties, and then of the methods, of the one statement, an interface: where a base declares some of
   * them alike, the interface extends that of the base.
   */
  readonly members?: readonly string[];
}
