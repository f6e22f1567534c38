/** A statement → its text, with the names of imports resolved. */
import type { Statement } from '../../code/index.js';
import type { LayoutContext } from '../../code/layout/context.js';
import { printed } from '../../code/layout/lay-out.js';
import { parseConstant } from '../../code/layout/parse-code.js';
import { printInterface, printTypeAlias } from './print-interface.js';
import { isPlainInterface, isPlainTypeAlias, isStructure } from './plain-structure.js';
import { printStructure } from './print-structure.js';

export function printStatement(statement: Statement, context: LayoutContext): string {
  if (typeof statement === 'string') return context.spell(statement).trimEnd();
  if (isPlainInterface(statement)) return printInterface(statement, context);
  if (isPlainTypeAlias(statement)) return printTypeAlias(statement, context);
  return isStructure(statement) ? printStructure(statement, context) : printed(context.value(statement), context);
}

/** Returns the text of a constant in prettier's format; undefined for a statement that prettier has to read. */
export function formattedConstant(text: string, context: LayoutContext): string | undefined {
  const parsed = parseConstant(text);
  if (parsed === undefined) return undefined;
  const code = printed(context.value(parsed.tree), context);
  // Prettier breaks what is too long at places that the layout does not know.
  return code.split('\n').some((line) => line.length > context.width) ? undefined : `${parsed.comment}${code}`;
}
