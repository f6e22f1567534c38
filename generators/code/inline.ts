/** Returns the code of a type on one line, for callers that need a string instead of a tree. */
import { isTree, type TypeCode } from './tree.js';

export function inlineType(type: TypeCode): string {
  if (!isTree(type)) return type;
  switch (type.kind) {
    case 'union':
      return type.members.map(inlineType).join(' | ');
    case 'generic':
      return `${type.name}<${type.types.map(inlineType).join(', ')}>`;
    case 'array':
      return `${isTree(type.item) && type.item.kind === 'union' ? `(${inlineType(type.item)})` : inlineType(type.item)}[]`;
    case 'object-type':
      return `{ ${type.members.map(([key, member]) => `${key}: ${inlineType(member)}`).join('; ')} }`;
  }
}
