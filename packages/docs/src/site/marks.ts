/** Collects the marks of a page, which state differences between versions. */
import type { Mark } from '../gen/page.js';

/** The properties that contain values of the API or code, which have no marks. */
const opaqueKeys = new Set(['examples', 'example', 'default', 'code']);

/** Returns the marks of each anchor; the key '' has the marks of the page as a whole. */
export function marksByAnchor(page: unknown): Map<string, Mark[]> {
  const found = new Map<string, Mark[]>();
  collectMarks(page, '', found);
  return found;
}

function collectMarks(part: unknown, at: string, found: Map<string, Mark[]>): void {
  if (Array.isArray(part)) for (const item of part) collectMarks(item, at, found);
  else if (typeof part === 'object' && part !== null) {
    const here = 'anchor' in part && typeof part.anchor === 'string' ? part.anchor : at;
    for (const [key, value] of Object.entries(part)) {
      if (key === 'marks') found.set(here, [...(found.get(here) ?? []), ...(value as readonly Mark[])]);
      else if (!opaqueKeys.has(key)) collectMarks(value, here, found);
    }
  }
}

/** Whether something differs in this part of a page or below it. */
export function differs(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(differs);
  if (typeof part !== 'object' || part === null) return false;
  for (const key in part) {
    const value: unknown = (part as Readonly<Record<string, unknown>>)[key];
    if (key === 'marks' || key === 'schemaChanges') {
      if (Array.isArray(value) && value.length > 0) return true;
    } else if (typeof value === 'object' && !opaqueKeys.has(key) && differs(value)) return true;
  }
  return false;
}
