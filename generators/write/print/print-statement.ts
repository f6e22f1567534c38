/** A statement → its text, with the names of imports resolved. */
import type { Statement } from '../../code/index.js';
import type { LayoutContext } from '../../code/layout/context.js';
import { printed } from '../../code/layout/lay-out.js';
import { printInterface, printTypeAlias } from './print-interface.js';
import { isPlainInterface, isPlainTypeAlias, isStructure } from './plain-structure.js';
import { printStructure } from './print-structure.js';

export function printStatement(statement: Statement, context: LayoutContext): string {
  if (typeof statement === 'string') return context.spell(statement).trimEnd();
  if (isPlainInterface(statement)) return printInterface(statement, context);
  if (isPlainTypeAlias(statement)) return printTypeAlias(statement, context);
  return isStructure(statement) ? printStructure(statement, context) : printed(context.value(statement), context);
}
