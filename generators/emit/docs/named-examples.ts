/** The named examples of a parameter, a header or a body → their entries on a page. */
import type { Json, Notes } from '../../emitter/index.js';
import { linkText, paragraphs } from './elsewhere.js';
import type { NamedExampleEntry } from './page.js';

export function namedExampleEntries({ examples = [] }: Pick<Notes, 'examples'>): {
  readonly examples?: readonly NamedExampleEntry[];
} {
  if (examples.length === 0) return {};
  const entries = examples.map(({ name, summary, description, value, url }): NamedExampleEntry => {
    const text = paragraphs(summary, description, url === undefined ? undefined : `Value: ${linkText(url)}.`);
    return { name, ...(text !== '' && { about: text }), ...(value !== undefined && { value: value as Json }) };
  });
  return { examples: entries };
}
