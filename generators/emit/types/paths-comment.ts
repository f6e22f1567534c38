/** Notes of the model → the documentation comment of a member of the `paths` module, as openapi-typescript writes it. */
import { commentText } from '../../emitter/index.js';

/** What a comment shows. */
interface Commented {
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: unknown;
  readonly example?: unknown;
}

/** Returns the lines of the comment; none if it would be empty. */
export function pathsComment({ title, summary, description, deprecated, example }: Commented): readonly string[] {
  const items = [
    ...[title, summary].filter(isPresent).map(itemText),
    ...(deprecated === undefined ? [] : ['@deprecated']),
    ...(isPresent(description) ? [`@description ${itemText(description)}`] : []),
    ...(example === undefined ? [] : [`@example ${itemText(exampleText(example))}`]),
  ];
  const [first = ''] = items;
  if (items.length === 0) return [];
  if (items.length === 1 && !first.includes('\n')) return [`/** ${first} */`];
  return ['/**', ...items.flatMap((item) => item.split('\n')).map((line) => ` * ${line}`.trimEnd()), ' */'];
}

function isPresent(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

/** Indents the lines after the first one. */
function itemText(text: string): string {
  return commentText(text).replaceAll('\n', '\n    ');
}

function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}
