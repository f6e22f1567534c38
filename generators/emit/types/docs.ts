/** A schema, field or parameter → its documentation comment. */
import { commentText, countText, docComment, type Notes, type Type } from '../../emitter/index.js';

/** The notes of a declaration, with its type and its default if it has them. */
export interface TypedNotes extends Notes {
  readonly type?: Type;
  readonly default?: unknown;
}

/** Returns the comment as ts-morph takes it, or none if it would be empty. */
export function docsOf(notes: TypedNotes, ...paragraphs: readonly (string | undefined)[]): string[] {
  return docComment(notes, [constraintsText(notes), ...paragraphs]);
}

/** Returns constraints, formats and defaults as sentences. */
function constraintsText({ type, default: standard }: TypedNotes): string | undefined {
  const sentences = [
    ...(type === undefined ? [] : constraintsOf(type)),
    ...(standard === undefined ? [] : [`Default: \`${shown(standard)}\`.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function constraintsOf(type: Type): readonly string[] {
  switch (type.kind) {
    case 'integer':
    case 'number': {
      const sentinels = type.kind === 'integer' && type.sentinels ? ` (or ${type.sentinels.join(', ')})` : '';
      return [
        ...(type.format ? [`Format: ${commentText(type.format)}.`] : []),
        ...range(type.minimum, type.maximum, (count) => `${count}${sentinels}`),
      ];
    }
    case 'string':
      return [
        ...(type.format ? [`Format: ${commentText(type.format)}.`] : []),
        ...(type.pattern ? [`Pattern: \`${commentText(type.pattern)}\`.`] : []),
        ...range(type.minLength, type.maxLength, (count) => countText(count, 'character')),
      ];
    case 'array':
      return range(type.minItems, type.maxItems, (count) => countText(count, 'item'));
    default:
      return [];
  }
}

function range(
  least: number | undefined,
  most: number | undefined,
  counted: (count: number) => string,
): readonly string[] {
  if (least !== undefined && least === most) return [`Exactly ${counted(least)}.`];
  if (least !== undefined && most !== undefined) return [`From ${least} to ${counted(most)}.`];
  if (least !== undefined) return [`At least ${counted(least)}.`];
  return most === undefined ? [] : [`At most ${counted(most)}.`];
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text.replaceAll('`', "'");
}
