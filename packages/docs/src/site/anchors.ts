/** The anchors of a page: every `anchor` that stands in its data. */

/** As an `id` may be written: without white space. Said once, so that links and places agree. */
export function idOf(anchor: string): string {
  return anchor.replace(/\s/g, '_');
}

const memory = new WeakMap<object, ReadonlySet<string>>();

/** A page that two versions share is walked once. */
export function anchorsOfPage(page: object): ReadonlySet<string> {
  const known = memory.get(page) ?? anchorsOf(page);
  memory.set(page, known);
  return known;
}

/** @param page any part of a page's data */
function anchorsOf(page: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(page)) for (const item of page) anchorsOf(item, into);
  else if (typeof page === 'object' && page !== null) {
    for (const [key, value] of Object.entries(page)) {
      if (key === 'anchor' && typeof value === 'string') into.add(idOf(value));
      // Examples are data of the API, not of the page.
      else if (key !== 'examples' && key !== 'example' && key !== 'default') anchorsOf(value, into);
    }
  }
  return into;
}

/** The name in an anchor, where `~20~` stands for a space. */
export function spelledOut(anchor: string): string {
  return anchor.replace(/~([0-9a-f]{1,6})~/g, (whole, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
