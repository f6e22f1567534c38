/** Assignments to a name, a key or a type → documents of prettier's printer, with the position of the line break. */
import { builders, utils } from 'prettier/doc';
import type { AssignmentTree, Code, ConstantTree, TypeCode } from '../tree.js';
import { isApplied, isBoolean, isMember, isName, isNumber, isString } from './atom.js';
import { isShortChain } from './chain-groups.js';
import { commentDoc, isValueTree, type Doc, type LayoutContext } from './context.js';
import { isHugged } from './type-doc.js';

const { group, hardline, indent, indentIfBreak, line, lineSuffixBoundary } = builders;

interface LeftSide {
  /** Whether it is a key that is hardly longer than an indentation. */
  readonly hasShortKey?: boolean;
  /** Whether its type is broken before the value is. */
  readonly breaksFirst?: boolean;
}

export function assignmentDoc(
  left: Doc,
  operator: ':' | ' =',
  right: Code,
  { hasShortKey = false, breaksFirst = false }: LeftSide,
  context: LayoutContext,
): Doc {
  const value = context.value(right);
  if (breaksFirst) return group([left, operator, ' ', group(value)]);
  if (!hasShortKey && isUnbreakable(right, context)) return brokenBehind(left, operator, value);
  if (!utils.canBreak(left) && (hasShortKey || isConstant(right, context)))
    return group([group(left), operator, ' ', value]);
  return fluid(left, operator, value);
}

/** Returns the layout of `type name = type`. */
export function typeAssignmentDoc(left: Doc, type: TypeCode, context: LayoutContext): Doc {
  const isUnion = typeof type === 'object' && type.kind === 'union' && !isHugged(type, context);
  const right = context.type(type, 'alias');
  return isUnion ? brokenBehind(left, ' =', right) : fluid(left, ' =', right);
}

export function constantDoc({ name, type, value, comment = '' }: ConstantTree, context: LayoutContext): Doc {
  const left: Doc = type === undefined ? context.spell(name) : [`${name}: `, context.type(type, 'annotation')];
  const breaksFirst = type !== undefined && isComplex(type, context);
  const assigned = assignmentDoc(left, ' =', value, { breaksFirst }, context);
  return [commentDoc(comment, context, ''), 'export ', group(['const ', assigned, ';'])];
}

/** Returns the layout of a text and the value after it. */
export function statementDoc({ before, code, after }: AssignmentTree, context: LayoutContext): Doc {
  const text = context.spell(before);
  const start = text.lastIndexOf('\n') + 1;
  const opening: Doc = start === 0 ? '' : [text.slice(0, start - 1), hardline];
  const left = text.slice(start);
  const [, assigned] = /^(.*) = $/s.exec(left) ?? [];
  if (assigned === undefined) return [opening, left, context.value(code), after];
  return [opening, group([assignmentDoc(assigned, ' =', code, {}, context), after])];
}

/** Breaks after the operator first. */
function brokenBehind(left: Doc, operator: string, right: Doc): Doc {
  return group([group(left), operator, group(indent([line, right]))]);
}

/** Breaks after the operator only if no line of the right side fits otherwise. */
function fluid(left: Doc, operator: string, right: Doc): Doc {
  const groupId = Symbol('assignment');
  return group([
    group(left),
    operator,
    group(indent(line), { id: groupId }),
    lineSuffixBoundary,
    indentIfBreak(right, { groupId }),
  ]);
}

/** Tells whether a generic type has several arguments, one of which is generic itself. */
function isComplex(type: TypeCode, { spell }: LayoutContext): boolean {
  if (typeof type !== 'object' || type.kind !== 'generic' || type.types.length < 2) return false;
  return type.types.some((one) => (typeof one === 'string' ? isApplied(spell(one)) : one.kind === 'generic'));
}

/** Tells whether the code has no good position for a line break. */
function isUnbreakable(code: Code, context: LayoutContext): boolean {
  if (typeof code === 'string') {
    const text = context.spell(code);
    return isString(text) || isMember(text);
  }
  if (isValueTree(code, 'chain')) return isShortChain(code) && code.links.every((link) => isShortLink(link, context));
  if (!isValueTree(code, 'call')) return false;
  // An annotation for bundlers before the name makes no difference.
  const callee = context.spell(code.name).replace(/^\/\*[^*]*\*\/ /, '');
  return (isName(callee) || isMember(callee)) && isShortLink(code.passed, context);
}

function isShortLink(link: string | readonly Code[], context: LayoutContext): boolean {
  if (typeof link === 'string') return true;
  const [only, ...more] = link;
  return more.length === 0 && (only === undefined || isShort(only, context));
}

/** Tells whether an argument is so short that a separate line would not help. */
function isShort(code: Code, { spell, width }: LayoutContext): boolean {
  if (isValueTree(code, 'call')) {
    const callee = spell(code.name);
    return code.passed.length === 0 && isName(callee) && callee.length <= width / 4 - 2;
  }
  if (typeof code !== 'string') return false;
  const text = spell(code).replace(/^[-+!~]+/, '');
  if (isNumber(text) || isBoolean(text) || text === 'null') return true;
  return (isString(text) || isName(text)) && text.length <= width / 4;
}

function isConstant(code: Code, { spell }: LayoutContext): boolean {
  return typeof code === 'string' && (isBoolean(spell(code)) || isNumber(spell(code)));
}
