/** What the layouts of all kinds of trees share: how a string is spelled, and how a tree inside of another is laid out. */
import { builders } from 'prettier/doc';
import { commentBlock } from '../comment.js';
import type { Code, CommentedTree, TypeCode, ValueTree } from '../tree.js';

export type Doc = builders.Doc;

export interface LayoutContext {
  /** The characters of a line. */
  readonly width: number;
  /** A string with its mentions replaced. */
  readonly spell: (text: string) => string;
  readonly value: (code: Code) => Doc;
  readonly type: (type: TypeCode, position: TypePosition) => Doc;
}

/** Where a type is: the layout of unions differs by it, and that of the object which is a method's only parameter. */
export type TypePosition = 'annotation' | 'alias' | 'argument' | 'item' | 'only-parameter';

const { hardline, join } = builders;

/** A text whose lines keep their order below the indentation around them. */
export function linesDoc(text: string): Doc {
  return text.includes('\n') ? join(hardline, text.split('\n')) : text;
}

/**
 * A comment and the end of its line; nothing for an empty one.
 *
 * @param indentation where it is known: most lines of a module are those of comments, which are one text then
 */
export function commentDoc(comment: string, { spell }: LayoutContext, indentation?: string): Doc {
  if (comment === '') return '';
  const text = spell(commentBlock(comment)).trimEnd();
  return [indentation === undefined ? linesDoc(text) : text.replaceAll('\n', `\n${indentation}`), hardline];
}

/** What is commented, and the comment. */
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
