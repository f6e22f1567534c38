/** What other emitters may ask about the types of a version: how a type is written, and what the parts of operations are called. */
import { inlineType, type CodeSymbol } from '../../code/index.js';
import type { Operation, Type } from '../../ir/index.js';
import type { EmittedTypes } from './emit-types.js';
import type { OperationPart } from './names.js';
import { typeCode } from './type-code.js';

export interface TypesDoor {
  /** The name of the types package. */
  readonly package: string;
  /** The text of a type, in which shapes are mentions. */
  readonly text: (type: Type) => string;
  /** The type that belongs to an operation; whether there is one, the operation says. */
  readonly part: (operation: Operation, part: OperationPart) => CodeSymbol;
  /** Where a type of the package is declared: the same for two versions that share it. */
  readonly origin: (symbol: CodeSymbol) => CodeSymbol | undefined;
}

export function typesDoor({ names, origin }: EmittedTypes): TypesDoor {
  return {
    package: names.package,
    text: (type) => inlineType(typeCode(type, names)),
    part: (operation, part) => names.part(operation, part),
    origin,
  };
}
