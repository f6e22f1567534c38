/** A schema, field or parameter → its documentation comment. */
import { commentText, docComment, type Notes, type Type } from '../../emitter/index.js';

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
        ...range(type.minimum, type.maximum, '', sentinels),
      ];
    }
    case 'string':
      return [
        ...(type.format ? [`Format: ${commentText(type.format)}.`] : []),
        ...(type.pattern ? [`Pattern: \`${commentText(type.pattern)}\`.`] : []),
        ...range(type.minLength, type.maxLength, ' characters', ''),
      ];
    case 'array':
      return range(type.minItems, type.maxItems, ' items', '');
    default:
      return [];
  }
}

function range(least: number | undefined, most: number | undefined, unit: string, more: string): readonly string[] {
  if (least !== undefined && least === most) return [`Exactly ${least}${unit}${more}.`];
  if (least !== undefined && most !== undefined) return [`From ${least} to ${most}${unit}${more}.`];
  if (least !== undefined) return [`At least ${least}${unit}${more}.`];
  return most === undefined ? [] : [`At most ${most}${unit}${more}.`];
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text.replaceAll('`', "'");
}
