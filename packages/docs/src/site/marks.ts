/** The marks of a page: where something differs, and what. */
import type { Mark } from '../gen/page.js';

/** Parts of the data that are the API's own and have no marks. */
const foreign = new Set(['examples', 'example', 'default', 'code']);

/** The marks of each anchor; those of the page as a whole stand at ''. */
export function marksByAnchor(page: unknown): Map<string, Mark[]> {
  const found = new Map<string, Mark[]>();
  walk(page, '', found);
  return found;
}

function walk(part: unknown, at: string, found: Map<string, Mark[]>): void {
  if (Array.isArray(part)) for (const item of part) walk(item, at, found);
  else if (typeof part === 'object' && part !== null) {
    const here = 'anchor' in part && typeof part.anchor === 'string' ? part.anchor : at;
    for (const [key, value] of Object.entries(part)) {
      if (key === 'marks') found.set(here, [...(found.get(here) ?? []), ...(value as readonly Mark[])]);
      else if (!foreign.has(key)) walk(value, here, found);
    }
  }
}

/** Whether something differs in this part of a page or below it. */
export function differs(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(differs);
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(([key, value]) =>
    key === 'marks' || key === 'carried' ? (value as readonly Mark[]).length > 0 : !foreign.has(key) && differs(value),
  );
}
