/** A statement → its text, names of imports decided. */
import type { Statement } from '../../code/index.js';
import type { LayoutContext } from '../../code/layout/context.js';
import { printed } from '../../code/layout/lay-out.js';
import { isPlainInterface, isPlainTypeAlias, isStructure } from './plain-structure.js';
import { printStructure } from './print-structure.js';
import { interfaceDoc, typeAliasDoc } from './structure-doc.js';

export function printStatement(statement: Statement, context: LayoutContext): string {
  if (typeof statement === 'string') return context.spell(statement).trimEnd();
  if (isPlainInterface(statement)) return printed(interfaceDoc(statement, context), context);
  if (isPlainTypeAlias(statement)) return printed(typeAliasDoc(statement, context), context);
  return isStructure(statement) ? printStructure(statement, context) : printed(context.value(statement), context);
}
