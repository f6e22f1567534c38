/** Writes the statements of a callback after the awaited call. */
import ts from 'typescript';
import type { Callback } from './callbacks.js';

/** Returns the text of a node, rewritten. */
export type TextOf = (node: ts.Node) => string;

/** @param result the awaited call */
export function statementsOf({ call, value, error, handling, rest }: Callback, result: string, textOf: TextOf): string {
  const column = columnOf(call.parent);
  const indent = ' '.repeat(column);
  const lines: string[] = [];
  if (handling.length === 0) {
    lines.push(value === undefined ? `${result};` : `const ${value.text} = ${result};`);
  } else {
    if (value !== undefined) lines.push(`let ${value.text};`);
    lines.push('try {', `  ${value === undefined ? '' : `${value.text} = `}${result};`);
    lines.push(`} catch (${error?.text ?? ''}) {`, `  ${handled(handling, column + 2, textOf)}`, '}');
  }
  const written = lines.join(`\n${indent}`);
  return rest.length === 0 ? written : `${written}\n${indent}${moved(rest, column, textOf)}`;
}

/** What is done with an error, and the end of the function. */
function handled(statements: readonly ts.Statement[], column: number, textOf: TextOf): string {
  const last = statements.at(-1);
  if (last === undefined || !ts.isReturnStatement(last)) return moved(statements, column, textOf);
  const before = statements.slice(0, -1);
  const indent = `\n${' '.repeat(column)}`;
  const value = last.expression === undefined ? '' : `${textOf(last.expression)};${indent}`;
  return `${before.length === 0 ? '' : `${moved(before, column, textOf)}${indent}`}${value}return;`;
}

/** Statements in another column, with the comments between them. */
function moved(statements: readonly ts.Statement[], column: number, textOf: TextOf): string {
  const [first] = statements;
  if (first === undefined) return '';
  const { text } = first.getSourceFile();
  const [comment] = ts.getLeadingCommentRanges(text, first.getFullStart()) ?? [];
  let [result, end] = ['', comment?.pos ?? first.getStart()];
  for (const statement of statements) {
    result += text.slice(end, statement.getStart()) + textOf(statement);
    end = statement.getEnd();
  }
  const excess = columnOf(first) - column;
  // The lines of a template are part of its value.
  if (excess <= 0 || statements.some(hasLinesInText)) return result;
  return result.replaceAll(`\n${' '.repeat(excess)}`, '\n');
}

function hasLinesInText(node: ts.Node): boolean {
  const isText = ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
  return (isText && node.getText().includes('\n')) || (ts.forEachChild(node, hasLinesInText) ?? false);
}

/** The column of a line's first character. */
export function columnOf(node: ts.Node): number {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  const start = file.getPositionOfLineAndCharacter(line, 0);
  return /^ */.exec(file.text.slice(start))?.[0].length ?? 0;
}
