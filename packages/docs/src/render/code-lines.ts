/** Cuts long examples, which the documents of the site have as a whole. */

/** How many lines of an example a page shows. */
export const maxLines = 400;

export interface ShownLines {
  readonly text: string;
  /** What follows the text: how many lines are left out. */
  readonly rest: string;
}

export function shownLines(text: string): ShownLines {
  let end = -1;
  for (let count = 0; count < maxLines; count += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return { text, rest: '' };
  }
  const more = text.slice(end + 1).split('\n').length;
  return { text: text.slice(0, end), rest: `\n… ${more} more lines are in the OpenAPI document.` };
}
