/** The context of all layouts: how a string is printed, and how nested trees are laid out. */
import { builders } from 'prettier/doc';
import { commentBlock } from '../comment.js';
import type { Code, CommentedTree, TypeCode, ValueTree } from '../tree.js';

export type Doc = builders.Doc;

export interface LayoutContext {
  /** The width of a line in characters. */
  readonly width: number;
  /** Returns a string with its mentions replaced. */
  readonly spell: (text: string) => string;
  readonly value: (code: Code) => Doc;
  readonly type: (type: TypeCode, position: TypePosition) => Doc;
}

/**
 * The position of a type. The layout of unions depends on it, and the layout of an object that is the only parameter.
 */
export type TypePosition = 'annotation' | 'alias' | 'argument' | 'item' | 'only-parameter';

const { hardline, join } = builders;

/** Returns the layout of a text with all its lines indented as their surroundings. */
export function linesDoc(text: string): Doc {
  return text.includes('\n') ? join(hardline, text.split('\n')) : text;
}

/**
 * Returns the layout of a comment and the end of its line; nothing for an empty comment.
 *
 * @param indentation the indentation if it is known. The comment is then one string, which is faster: most lines of a module are comments
 */
export function commentDoc(comment: string, { spell }: LayoutContext, indentation?: string): Doc {
  if (comment === '') return '';
  const text = spell(commentBlock(comment)).trimEnd();
  return [indentation === undefined ? linesDoc(text) : text.replaceAll('\n', `\n${indentation}`), hardline];
}

/** Separates code and the comment before it. */
export function withComment(code: Code, context: LayoutContext): { readonly comment: Doc; readonly code: Code } {
  return isCommented(code) ? { comment: commentDoc(code.comment, context), code: code.code } : { comment: '', code };
}

function isCommented(code: Code): code is CommentedTree {
  return typeof code !== 'string' && code.kind === 'commented';
}

export function isValueTree<Kind extends ValueTree['kind']>(
  code: Code | undefined,
  kind: Kind,
): code is Extract<ValueTree, { kind: Kind }> {
  return typeof code === 'object' && code.kind === kind;
}
