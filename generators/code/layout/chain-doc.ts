/** Chains of calls → documents of prettier's printer. */
import { builders, utils } from 'prettier/doc';
import type { ChainTree, Code } from '../tree.js';
import { isArrow, isBoolean, isMember, isName, isNumber, isString } from './atom.js';
import { argumentsDoc } from './call-doc.js';
import { groupsOf, isMerged, isShortChain } from './chain-groups.js';
import type { Doc, LayoutContext } from './context.js';

const { breakParent, conditionalGroup, group, hardline, indent, join } = builders;

/** Prints a chain on one line, or each call after the first one on a separate line. */
export function chainDoc(chain: ChainTree, context: LayoutContext): Doc {
  const groups = groupsOf(chain);
  const docs = groups.map((links): Doc =>
    links.map((link) => (typeof link === 'string' ? context.spell(link) : argumentsDoc(link, context))),
  );
  if (isShortChain(chain)) return group(docs);
  const isFirstBeside = isMerged(groups);
  const others = docs.slice(isFirstBeside ? 2 : 1);
  const beside = docs.slice(0, isFirstBeside ? 2 : 1);
  const expanded: Doc = [...beside, indent([hardline, join(hardline, others)])];
  const isFunction = (code: Code) => typeof code === 'string' && isArrow(context.spell(code));
  const calls = chain.links.filter((link) => typeof link !== 'string');
  const isLastOpen = utils.willBreak(docs.at(-1) ?? '') && calls.slice(0, -1).some((passed) => passed.some(isFunction));
  if (
    (calls.length > 2 && calls.some((passed) => !passed.every((code) => isSimple(code, 2, context)))) ||
    docs.slice(0, -1).some(utils.willBreak) ||
    isLastOpen
  )
    return group(expanded);
  return [utils.willBreak(docs) ? breakParent : '', conditionalGroup([docs, expanded])];
}

/** Tells whether an argument is read at a glance. @param depth how deep calls and objects may nest */
function isSimple(code: Code, depth: number, context: LayoutContext): boolean {
  if (depth <= 0) return false;
  const areSimple = (codes: readonly Code[]) => codes.every((one) => isSimple(one, depth - 1, context));
  if (typeof code === 'string') {
    const text = context.spell(code).replace(/^[-+!~]+/, '');
    if (text.includes('**') || isArrow(text)) return false;
    return isString(text) || isNumber(text) || isBoolean(text) || text === 'null' || isName(text) || isMember(text);
  }
  switch (code.kind) {
    case 'object':
      return areSimple(code.entries.flatMap((entry) => (typeof entry === 'string' ? [] : [entry[1]])));
    case 'list':
      return areSimple(code.items);
    case 'call':
      return code.passed.length <= depth && areSimple(code.passed);
    case 'chain':
      return code.links.every((link) => typeof link === 'string' || (link.length <= depth && areSimple(link)));
    default:
      return false;
  }
}
