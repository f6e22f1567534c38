/** Named schemas and their fields. */
import type { Notes } from './notes.js';
import type { Type } from './type.js';

export interface Field extends Notes {
  readonly name: string;
  readonly type: Type;
  /** Whether it is always present in responses and must be given in requests. */
  readonly required: boolean;
  /** Whether the document requires it without describing it. */
  readonly undeclared?: true;
  readonly default?: unknown;
  /** Whether only responses have it. */
  readonly readOnly?: true;
  /** Whether only requests have it. */
  readonly writeOnly?: true;
}

export interface Schema extends Notes {
  readonly name: string;
  /** Whether the document names the schema; otherwise the name is derived from its place. */
  readonly named: boolean;
  /** The resource group that the schema belongs to, or `common`. */
  readonly group: string;
  readonly type: Type;
}
