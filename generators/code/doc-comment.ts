/** What is said about a thing → its documentation comment, as ts-morph takes it. */
import { comment, wrapped, type Tag } from './comment.js';
import { ruleSentences, type StatedRule } from './rule-sentence.js';

/** Words, rules and versions of a thing of the model. */
export interface Documented {
  readonly title?: string;
  readonly description?: string;
  readonly since?: string;
  readonly until?: string;
  readonly deprecated?: { readonly since?: string; readonly use?: string };
  readonly rules?: readonly StatedRule[];
}

/** An operation of the model, as far as something is said of it. */
export interface DocumentedOperation extends Documented {
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly responses: readonly { readonly status: string; readonly description?: string }[];
}

/** What an operation does, its place, and the errors by which it fails. @param errorOf the name of the error for a status */
export function operationDocComment(operation: DocumentedOperation, errorOf: (status: string) => string): string[] {
  const { method, path, summary, description, responses } = operation;
  const first = summary === undefined ? undefined : `${summary.replace(/\.$/, '')}.`;
  const failures = responses.filter(({ status }) => /^[45]/.test(status));
  const throws = failures.map((response) => ({
    name: 'throws' as const,
    text: `{@link ${errorOf(response.status)}} ${response.description ?? response.status}`,
  }));
  const said = { ...operation, description: [first, description].filter((part) => part !== undefined).join('\n\n') };
  return docComment(said, [`\`${method} ${path}\``], throws);
}

/**
 * None where there is nothing to say.
 *
 * @param more paragraphs behind those of the thing @param tags before those that its versions make
 */
export function docComment(
  thing: Documented,
  more: readonly (string | undefined)[] = [],
  tags: readonly Tag[] = [],
): string[] {
  const text = comment(
    [thing.description ?? thing.title, rulesText(thing.rules), ...more],
    [...tags, ...versionTags(thing)],
  );
  if (text === '') return [];
  const lines = wrapped(text);
  return [lines.includes('\n') ? `\n${lines}` : lines];
}

/** One rule as a paragraph, several as a list. */
function rulesText(rules: Documented['rules']): string {
  const sentences = ruleSentences(rules);
  return sentences.length > 1 ? sentences.map((sentence) => `- ${sentence}`).join('\n') : sentences.join('');
}

function versionTags({ since, until, deprecated }: Documented): readonly Tag[] {
  return [
    ...(since === undefined ? [] : [{ name: 'since' as const, text: since }]),
    ...(until === undefined ? [] : [{ name: 'until' as const, text: until }]),
    ...(deprecated === undefined ? [] : [{ name: 'deprecated' as const, text: reason(deprecated) }]),
  ];
}

function reason({ since, use }: NonNullable<Documented['deprecated']>): string {
  return [since === undefined ? undefined : `Since ${since}.`, use].filter((part) => part !== undefined).join(' ');
}
