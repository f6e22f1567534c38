/** Named shapes and their fields. */
import type { Notes } from './notes.js';
import type { Type } from './type.js';

export interface Field extends Notes {
  readonly name: string;
  readonly type: Type;
  /** Always sent in answers; to be given in requests. */
  readonly required: boolean;
  readonly default?: unknown;
}

export interface Schema extends Notes {
  readonly name: string;
  /** The document names it; otherwise the name is made from the place where it stands. */
  readonly named: boolean;
  /** The resource group it belongs to, or `common`. */
  readonly group: string;
  readonly type: Type;
}
