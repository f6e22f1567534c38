/** What other emitters may ask about the types of a version: how a type is written, and what the parts of operations are called. */
import { inlineType, type TypesContext } from '../../code/index.js';
import type { EmittedTypes } from './emit-types.js';
import { typeCode } from './type-code.js';

export function typesContext({ names, origin }: EmittedTypes): TypesContext {
  return {
    package: names.package,
    text: (type) => inlineType(typeCode(type, names)),
    part: (operation, part) => names.part(operation, part),
    origin,
  };
}
