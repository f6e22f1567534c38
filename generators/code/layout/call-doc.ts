/** Calls → documents of prettier's printer: the last argument opens on the line of the call if possible. */
import { builders, utils } from 'prettier/doc';
import type { CallTree, Code } from '../tree.js';
import { isArrow, thunkOf } from './atom.js';
import { isValueTree, type Doc, type LayoutContext } from './context.js';
import { isConcise } from './value-doc.js';

const { breakParent, conditionalGroup, group, ifBreak, indent, line, softline } = builders;

export function callDoc({ name, passed }: CallTree, context: LayoutContext): Doc {
  return [context.spell(name), argumentsDoc(passed, context)];
}

/** Returns the layout of the arguments of a call, in parentheses. */
export function argumentsDoc(passed: readonly Code[], context: LayoutContext): Doc {
  if (passed.length === 0) return '()';
  const docs = passed.map(context.value);
  const separated = docs.map((doc, index): Doc => (index === docs.length - 1 ? doc : [doc, ',', line]));
  const opened = () => group(['(', indent([line, ...separated]), ',', line, ')'], { shouldBreak: true });
  if (isComposition(passed, context)) return opened();
  if (opensLast(passed, context)) return lastOpened(separated, opened);
  const contents = ['(', indent([softline, ...separated]), ifBreak(','), softline, ')'];
  return group(contents, { shouldBreak: separated.some(utils.willBreak) });
}

/** Prints all on one line; else only the last argument on several lines; else one argument on each line. */
function lastOpened(separated: readonly Doc[], opened: () => Doc): Doc {
  const before = separated.slice(0, -1);
  const last = separated.at(-1) ?? '';
  if (before.some(utils.willBreak)) return opened();
  const hugged: Doc = ['(', ...before, group(last, { shouldBreak: true }), ')'];
  if (utils.willBreak(last)) return [breakParent, conditionalGroup([hugged, opened()])];
  return conditionalGroup([['(', ...before, last, ')'], hugged, opened()]);
}

function opensLast(passed: readonly Code[], context: LayoutContext): boolean {
  const [before, last = ''] = [passed.at(-2), passed.at(-1)];
  if (!canOpen(last) || kindOf(before) === kindOf(last)) return false;
  if (passed.length === 2 && isThunk(before, context) && isValueTree(last, 'list')) return false;
  return passed.length === 1 || !isValueTree(last, 'list') || !isConcise(last.items, context);
}

function canOpen(code: Code): boolean {
  if (isValueTree(code, 'object')) return code.entries.length > 0;
  if (isValueTree(code, 'list')) return code.items.length > 0;
  return isValueTree(code, 'cast') && canOpen(code.code);
}

function kindOf(code: Code | undefined): string | undefined {
  if (typeof code !== 'object') return undefined;
  return code.kind === 'cast' ? `cast ${code.operator}` : code.kind;
}

/**
 * Tells whether several arguments contain two functions, or one inside of a call: each argument then has a separate
 * line.
 */
function isComposition(passed: readonly Code[], context: LayoutContext): boolean {
  if (passed.length < 2) return false;
  const isFunction = (code: Code) => typeof code === 'string' && isArrow(context.spell(code));
  return passed.filter(isFunction).length > 1 || passed.some((code) => lastPassed(code).some(isFunction));
}

/** The arguments of a call; of several ones those of the last. */
function lastPassed(code: Code): readonly Code[] {
  if (isValueTree(code, 'call')) return code.passed;
  const last = isValueTree(code, 'chain') ? code.links.at(-1) : undefined;
  return typeof last === 'object' ? last : [];
}

function isThunk(code: Code | undefined, { spell }: LayoutContext): boolean {
  return typeof code === 'string' && thunkOf(spell(code)) !== undefined;
}
