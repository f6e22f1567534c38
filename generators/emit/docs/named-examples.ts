/** The named examples of a parameter, a header or a body → their entries on a page. */
import type { Json, Notes } from '../../emitter/index.js';
import { linkText, paragraphs } from './elsewhere.js';
import type { NamedExampleEntry } from './page.js';

/** @param least the smallest number of examples that are listed: a single one is part of the sample */
export function namedExampleEntries(
  { examples = [] }: Pick<Notes, 'examples'>,
  least = 2,
): { readonly examples?: readonly NamedExampleEntry[] } {
  if (examples.length < least) return {};
  const entries = examples.map(({ name, summary, description, value, url }): NamedExampleEntry => {
    const text = paragraphs(summary, description, url === undefined ? undefined : `Value: ${linkText(url)}.`);
    return { name, ...(text !== '' && { about: text }), ...(value !== undefined && { value: value as Json }) };
  });
  return { examples: entries };
}
