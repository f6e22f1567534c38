/** Code → its text in prettier's format. Only this module defines the width of a line. */
import { builders, printer } from 'prettier/doc';
import { mentionSpeller, type CodeSymbol } from '../mention.js';
import type { Code } from '../tree.js';
import { constantDoc, statementDoc } from './assignment-doc.js';
import { thunkOf } from './atom.js';
import { callDoc } from './call-doc.js';
import { chainDoc } from './chain-doc.js';
import { commentDoc, linesDoc, type Doc, type LayoutContext } from './context.js';
import { onOneLine } from './one-line.js';
import { functionDoc } from './signature-doc.js';
import { typeDoc } from './type-doc.js';
import { castDoc, listDoc, objectDoc } from './value-doc.js';

const { group, indent, line } = builders;

export interface LayoutOptions {
  /** Returns the local name of a mentioned symbol; by default its own name. */
  readonly spell?: (symbol: CodeSymbol) => string;
  /** The width of a line in characters; by default 120. */
  readonly width?: number;
}

export function layOut(code: Code, options: LayoutOptions = {}): string {
  const context = layoutContext(options);
  return printed(context.value(code), context);
}

export function layoutContext({ spell = ({ name }) => name, width = 120 }: LayoutOptions): LayoutContext {
  const context: LayoutContext = {
    width,
    spell: mentionSpeller(spell),
    value: (code) => docOf(code, context),
    type: (type, position) => typeDoc(type, position, context),
  };
  return context;
}

export function printed(doc: Doc, { width }: LayoutContext): string {
  // Fast path: most documents fit on one line.
  const line = onOneLine(doc, width);
  if (line !== undefined) return line;
  return printer.printDocToString(doc, { printWidth: width, tabWidth: 2, useTabs: false }).formatted;
}

function docOf(code: Code, context: LayoutContext): Doc {
  if (typeof code === 'string') return textDoc(context.spell(code));
  switch (code.kind) {
    case 'object':
      return objectDoc(code, context);
    case 'list':
      return listDoc(code, context);
    case 'call':
      return callDoc(code, context);
    case 'chain':
      return chainDoc(code, context);
    case 'cast':
      return castDoc(code, context);
    case 'commented':
      return [commentDoc(code.comment, context), context.value(code.code)];
    case 'constant':
      return constantDoc(code, context);
    case 'function':
      return functionDoc(code, context);
    case 'assignment':
      return statementDoc(code, context);
    default:
      return typeDoc(code, 'annotation', context);
  }
}

/** Allows a line break after an arrow; other texts are printed unchanged. */
function textDoc(text: string): Doc {
  const returned = thunkOf(text);
  return returned === undefined ? linesDoc(text) : group(['() =>', group(indent([line, returned]))]);
}
