/** Types → documents of prettier's printer, built as prettier builds them. */
import { builders } from 'prettier/doc';
import type { GenericTree, IntersectionTree, ObjectTypeTree, TupleTree, TypeCode, UnionTree } from '../tree.js';
import { isLiteralType, isPlainType, isReference } from './atom.js';
import { linesDoc, type Doc, type LayoutContext, type TypePosition } from './context.js';

const { align, breakParent, group, ifBreak, indent, join, line, softline } = builders;

export function typeDoc(tree: TypeCode, position: TypePosition, context: LayoutContext): Doc {
  if (typeof tree === 'string') return linesDoc(context.spell(tree));
  switch (tree.kind) {
    case 'union':
      return unionDoc(tree, position, context);
    case 'intersection':
      return intersectionDoc(tree, position, context);
    case 'generic':
      return [context.spell(tree.name), argumentsDoc(tree, context)];
    case 'tuple':
      return tupleDoc(tree, context);
    case 'array':
      return [context.type(tree.item, 'item'), '[]'];
    case 'object-type':
      return objectTypeDoc(tree, position, context);
  }
}

function unionDoc(tree: UnionTree, position: TypePosition, context: LayoutContext): Doc {
  const inside = membersDoc(tree, position, context);
  return position === 'item' ? ['(', inside, ')'] : inside;
}

/** Object types begin on the line of the member before them; other members may have lines of their own. */
function intersectionDoc({ members }: IntersectionTree, position: TypePosition, context: LayoutContext): Doc {
  const docs = members.map((member) => context.type(member, 'item'));
  const isObject = (index: number) => isObjectType(members[index]);
  const rest = docs
    .slice(1)
    .map((doc, index): Doc => (isObject(index) || isObject(index + 1) ? [' & ', doc] : indent([' &', line, doc])));
  const inside = group([docs[0] ?? '', ...rest]);
  return position === 'item' ? ['(', inside, ')'] : inside;
}

export function isObjectType(type: TypeCode | undefined): boolean {
  return typeof type === 'object' && type.kind === 'object-type';
}

function tupleDoc({ items, required, rest }: TupleTree, context: LayoutContext): Doc {
  const docs = items.map((item, index): Doc =>
    index < required ? context.type(item, 'argument') : [context.type(item, 'item'), '?'],
  );
  const all = rest === undefined ? docs : [...docs, ['...', context.type(rest, 'item'), '[]']];
  if (all.length === 0) return '[]';
  const end = rest === undefined ? ifBreak(',') : '';
  return group(['[', indent([softline, join([',', line], all)]), end, softline, ']']);
}

function membersDoc(tree: UnionTree, position: TypePosition, context: LayoutContext): Doc {
  const members = tree.members.map((member) => context.type(member, isIntersection(member) ? 'item' : 'argument'));
  if (isHugged(tree, context)) return join(' | ', members);
  const parts = members.map((member, index): Doc => [index === 0 ? ifBreak('| ') : [line, '| '], align(2, member)]);
  const union = group(parts);
  if (position === 'item') return group([indent([softline, union]), softline]);
  return position === 'annotation' ? group(indent([softline, union])) : union;
}

function isIntersection(type: TypeCode): boolean {
  return typeof type === 'object' && type.kind === 'intersection';
}

function argumentsDoc({ types }: GenericTree, context: LayoutContext): Doc {
  const docs = types.map((type) => context.type(type, 'argument'));
  const [only = ''] = types;
  if (types.length === 1 && isSimple(only, context)) return ['<', ...docs, '>'];
  return group(['<', indent([softline, join([',', line], docs)]), softline, '>']);
}

function objectTypeDoc({ members, open }: ObjectTypeTree, position: TypePosition, context: LayoutContext): Doc {
  if (members.length === 0) return '{}';
  const docs = members.map(([key, type]) => group(memberDoc(context.spell(key), type, context)));
  const contents = ['{', indent([line, join([';', line], docs)]), ifBreak(';'), line, '}'];
  // An only parameter opens on the line of its method.
  if (position === 'only-parameter') return open === true ? [contents, breakParent] : contents;
  return group(contents, { shouldBreak: open === true });
}

/** Returns the layout of a key and its type. */
export function memberDoc(
  key: string,
  type: TypeCode,
  context: LayoutContext,
  position: TypePosition = 'annotation',
): Doc {
  const [, before, inner] = /^(.*)\[(\w+: \w+)\]$/s.exec(key) ?? [];
  const index = inner === undefined ? undefined : group([indent([softline, inner]), softline]);
  const spelled: Doc = index === undefined ? key : [before ?? '', '[', index, ']'];
  return [spelled, ': ', context.type(type, position)];
}

/** Tells whether a type argument is never on a separate line. */
function isSimple(type: TypeCode, context: LayoutContext): boolean {
  if (typeof type === 'string') {
    const text = context.spell(type);
    return isPlainType(text) || isLiteralType(text);
  }
  return type.kind === 'object-type' || (type.kind === 'union' && isHugged(type, context));
}

/**
 * Tells whether a union is one named type or object type with only `null` and `void`: its members remain on one line.
 */
export function isHugged({ members }: UnionTree, context: LayoutContext): boolean {
  const first = members.findIndex((member) =>
    typeof member === 'string'
      ? isReference(context.spell(member))
      : member.kind === 'object-type' || member.kind === 'generic',
  );
  return first >= 0 && members.every((member, index) => index === first || member === 'null' || member === 'void');
}
