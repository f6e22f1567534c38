/** Returns the code of a type on one line, for callers that need a string instead of a tree. */
import { isTree, type TypeCode, type TypeTree } from './tree.js';

export function inlineType(type: TypeCode): string {
  if (!isTree(type)) return type;
  switch (type.kind) {
    case 'union':
      return type.members.map((member) => inlineMember(member, 'intersection')).join(' | ');
    case 'intersection':
      return type.members.map((member) => inlineMember(member, 'union')).join(' & ');
    case 'generic':
      return `${type.name}<${type.types.map(inlineType).join(', ')}>`;
    case 'array':
      return `${inlineMember(type.item, 'union', 'intersection')}[]`;
    case 'tuple': {
      const items = type.items.map((item, index) =>
        index < type.required ? inlineType(item) : `${inlineMember(item, 'union', 'intersection')}?`,
      );
      const rest = type.rest === undefined ? [] : [`...${inlineMember(type.rest, 'union', 'intersection')}[]`];
      return `[${[...items, ...rest].join(', ')}]`;
    }
    case 'object-type':
      return `{ ${type.members.map(([key, member]) => `${key}: ${inlineType(member)}`).join('; ')} }`;
  }
}

/** Returns the code in parentheses if its tree is of one of the kinds. */
function inlineMember(type: TypeCode, ...kinds: readonly TypeTree['kind'][]): string {
  return isTree(type) && kinds.includes(type.kind) ? `(${inlineType(type)})` : inlineType(type);
}
