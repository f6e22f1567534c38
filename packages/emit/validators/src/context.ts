/** What the code of validators depends on. */
import type { Api, Type } from 'lading/emitter';
import type { CheckName } from './checks.js';
import type { Code, Global, Library } from './library.js';

export interface Context {
  readonly api: Api;
  readonly library: Library;
  readonly check: (name: CheckName) => string;
  readonly global: Global;
  /** Whether 64-bit integers are bigints. */
  readonly isExact: boolean;
  /** Returns the validator of a schema: lazily, if it may not be declared yet. */
  readonly reference: (name: string) => Code;
  /** Returns the validator of a type. */
  readonly code: (type: Type) => Code;
  /** Returns the code of a type in TypeScript. */
  readonly text: (type: Type) => string;
}
