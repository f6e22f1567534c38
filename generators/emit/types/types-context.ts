/**
 * The types of a version as other emitters see them: the code of a type, and the symbols of the parts of operations.
 */
import { inlineType, type TypesContext } from '../../emitter/index.js';
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
