/** What other emitters may ask about the types of a version: how a type is written, and what the parts of operations are called. */
import type { TypesContext } from '../../code/index.js';
import type { EmittedTypes } from './emit-types.js';
import { typeText } from './type-text.js';

export function typesContext({ names, origin }: EmittedTypes): TypesContext {
  return {
    package: names.package,
    text: (type) => typeText(type, names),
    part: (operation, part) => names.part(operation, part),
    origin,
  };
}
