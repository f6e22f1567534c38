/** A TypeScript module before it is printed: its declarations and its re-exports. */
import type { FileEmitter } from './file.js';
import type { CodeSymbol, ModuleId } from './mention.js';
import type { Statement } from './structures.js';

export interface CodeModule extends ModuleId {
  /** The description of the file in one sentence. */
  readonly about: string;
  readonly declarations: readonly Declaration[];
  /** Whether its code still has to be formatted when it is written. */
  readonly isUnformatted?: true;
  /** The custom emitter that its code comes from, which errors name. */
  readonly emitter?: FileEmitter;
  /** Symbols of other modules that this one re-exports. */
  readonly reexports: readonly CodeSymbol[];
}

/**
 * One exported name (an enum has two), as plain data whose strings may contain mentions. Versions are compared by this
 * data; the code is laid out when the module is printed.
 */
export interface Declaration {
  readonly symbols: readonly CodeSymbol[];
  readonly statements: readonly Statement[];
  /**
   * The names of the properties, then of the methods, of the interface that is the only statement. If a base declares some
   * of them equally, the interface extends the one of the base.
   */
  readonly members?: readonly string[];
  /** Whether its statements are valid code in prettier's format, such as functions that never change: they are printed as they are. */
  readonly isFormatted?: true;
}
