/** Descriptions, rules and versions of a declaration → its documentation comment, as ts-morph takes it. */
import { comment, wrapped, type Tag } from './comment.js';
import { ruleSentences, type StatedRule } from './rule-sentence.js';

/** A declaration of the model with its texts, rules and versions. */
export interface DocumentedDeclaration {
  readonly title?: string;
  readonly description?: string;
  readonly since?: string;
  readonly until?: string;
  readonly deprecated?: { readonly since?: string; readonly use?: string };
  readonly rules?: readonly StatedRule[];
}

/** The properties of an operation that its documentation comment uses. */
export interface DocumentedOperation extends DocumentedDeclaration {
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly responses: readonly { readonly status: string; readonly description?: string }[];
}

/**
 * Returns the comment of an operation: its description, its method and path, and the errors that it throws.
 *
 * @param errorOf returns the name of the error for a status
 */
export function operationDocComment(operation: DocumentedOperation, errorOf: (status: string) => string): string[] {
  const { method, path, summary, description, responses } = operation;
  const first = summary === undefined ? undefined : `${summary.replace(/\.$/, '')}.`;
  const failures = responses.filter(({ status }) => /^[45]/.test(status));
  const throws = failures.map((response) => ({
    name: 'throws' as const,
    text: `{@link ${errorOf(response.status)}} ${response.description ?? response.status}`,
  }));
  const fullDescription = [first, description].filter((part) => part !== undefined).join('\n\n');
  return docComment({ ...operation, description: fullDescription }, [`\`${method} ${path}\``], throws);
}

/**
 * Returns the documentation comment of a declaration, or none if it would be empty.
 *
 * @param paragraphs further paragraphs after the description and the rules
 * @param tags further tags before those of the versions
 */
export function docComment(
  declaration: DocumentedDeclaration,
  paragraphs: readonly (string | undefined)[] = [],
  tags: readonly Tag[] = [],
): string[] {
  const text = comment(
    [declaration.description ?? declaration.title, rulesText(declaration.rules), ...paragraphs],
    [...tags, ...versionTags(declaration)],
  );
  if (text === '') return [];
  const lines = wrapped(text);
  return [lines.includes('\n') ? `\n${lines}` : lines];
}

/** Returns one rule as a paragraph, several as a list. */
function rulesText(rules: DocumentedDeclaration['rules']): string {
  const sentences = ruleSentences(rules);
  return sentences.length > 1 ? sentences.map((sentence) => `- ${sentence}`).join('\n') : sentences.join('');
}

function versionTags({ since, until, deprecated }: DocumentedDeclaration): readonly Tag[] {
  return [
    ...(since === undefined ? [] : [{ name: 'since' as const, text: since }]),
    ...(until === undefined ? [] : [{ name: 'until' as const, text: until }]),
    ...(deprecated === undefined ? [] : [{ name: 'deprecated' as const, text: reason(deprecated) }]),
  ];
}

function reason({ since, use }: NonNullable<DocumentedDeclaration['deprecated']>): string {
  return [since === undefined ? undefined : `Since ${since}.`, use].filter((part) => part !== undefined).join(' ');
}
