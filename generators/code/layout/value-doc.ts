/** Objects, arrays and casts → documents of prettier's printer, built as prettier builds them. */
import { builders } from 'prettier/doc';
import type { CastTree, Code, CodeEntry, ListTree, ObjectTree } from '../tree.js';
import { assignmentDoc } from './assignment-doc.js';
import { isSignedNumber } from './atom.js';
import { isValueTree, linesDoc, withComment, type Doc, type LayoutContext } from './context.js';

const { fill, group, ifBreak, indent, join, line, softline } = builders;

export function objectDoc({ entries, open }: ObjectTree, context: LayoutContext): Doc {
  if (entries.length === 0) return '{}';
  const docs = entries.map((entry) => group(entryDoc(entry, context)));
  const contents = ['{', indent([line, join([',', line], docs)]), ifBreak(','), line, '}'];
  return group(contents, { shouldBreak: open === true });
}

function entryDoc(entry: CodeEntry | string, context: LayoutContext): Doc {
  if (typeof entry === 'string') return linesDoc(context.spell(entry));
  const { comment, code } = withComment(entry[1], context);
  const key = context.spell(entry[0]);
  // After a short key, a separate line would gain nothing.
  return [comment, assignmentDoc(key, ':', code, { hasShortKey: key.length < 5 }, context)];
}

export function listDoc({ items }: ListTree, context: LayoutContext): Doc {
  if (items.length === 0) return '[]';
  return isConcise(items, context) ? numbersDoc(items, context) : itemsDoc(items, context);
}

function itemsDoc(items: readonly Code[], context: LayoutContext): Doc {
  const docs = items.map((item) => group(context.value(item)));
  const contents = ['[', indent([softline, join([',', line], docs), ifBreak(',')]), softline, ']'];
  return group(contents, { shouldBreak: isOfSeveral(items, context) });
}

/** Prints as many numbers on each line as fit. */
function numbersDoc(items: readonly Code[], context: LayoutContext): Doc {
  const id = Symbol('list');
  const comma = ifBreak(',', '', { groupId: id });
  const parts = items.flatMap((item, index): Doc[] => {
    const isLast = index === items.length - 1;
    return [[context.value(item), isLast ? comma : ','], ...(isLast ? [] : [line])];
  });
  return group(['[', indent([softline, fill(parts)]), softline, ']'], { id });
}

/**
 * Tells whether all items are objects of several entries, or arrays of several items: each is then on a separate line.
 */
function isOfSeveral(items: readonly Code[], context: LayoutContext): boolean {
  if (items.length < 2) return false;
  const codes = items.map((item) => withComment(item, context).code);
  const isSeveral = (code: Code) =>
    (isValueTree(code, 'object') && code.entries.length > 1) || (isValueTree(code, 'list') && code.items.length > 1);
  return codes.every(isSeveral) && new Set(codes.map((code) => typeof code === 'object' && code.kind)).size === 1;
}

export function isConcise(items: readonly Code[], context: LayoutContext): boolean {
  const codes = items.map((item) => withComment(item, context).code);
  return codes.length > 0 && codes.every((code) => typeof code === 'string' && isSignedNumber(context.spell(code)));
}

export function castDoc({ code, operator, type }: CastTree, context: LayoutContext): Doc {
  return [context.value(code), ` ${operator} `, context.type(type, 'annotation')];
}
