/** Structures of kinds that the built-in emitters do not use → their text, printed by ts-morph. */
import { createRequire } from 'node:module';
import type { StatementStructures } from 'ts-morph';
import { commentBlock, type Code, type Statement, type TypeTree } from '../../code/index.js';
import type { LayoutContext } from '../../code/layout/context.js';
import { printed } from '../../code/layout/lay-out.js';

type Morph = typeof import('ts-morph');

// Loaded when the first such structure is printed, since ts-morph has ten megabytes.
const require = createRequire(import.meta.url);

export function printStructure(statement: Exclude<Statement, Code>, context: LayoutContext): string {
  const { printStructure: print } = require('ts-morph') as Morph;
  const comments: string[] = [];
  const plain = plainStructure(statement, comments, context);
  const text = print(plain, { indentNumberOfSpaces: 2, useSingleQuote: true });
  const commented = text.replace(commentMark, (_mark, indent: string, index: string) =>
    commentBlock((comments[Number(index)] ?? '').trimStart()).replace(/^(?=.)/gm, indent),
  );
  const trimmed = commented
    .replace(/[ \t]+$/gm, '')
    .trimEnd()
    .replace(/ \{\n\}$/, ' {}');
  return context.spell(trimmed);
}

// ts-morph processes every character that it writes, and most of them are comments, so it prints marks instead of them.
// No text of a document contains the character of a mark.
const commentMark = /^( *)\/\*\* \u0094(\d+) \*\/\n/gm;

/** Returns the structure with marks instead of comments, and with strings instead of trees. */
function plainStructure(statement: object, comments: string[], context: LayoutContext): StatementStructures {
  const text = JSON.stringify(statement, (key, value: unknown) => {
    if (key === 'docs' && Array.isArray(value)) return value.map((docs) => marked(docs, comments));
    return isCodeTree(value) ? printed(context.type(value, 'annotation'), context) : value;
  });
  return JSON.parse(text) as StatementStructures;
}

function marked(docs: unknown, comments: string[]): unknown {
  return typeof docs === 'string' ? `\u0094${comments.push(docs) - 1}` : docs;
}

function isCodeTree(value: unknown): value is TypeTree {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}
