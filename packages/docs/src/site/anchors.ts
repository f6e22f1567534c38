/** Collects the anchors of a page: every `anchor` property of its data. */

/** Returns an anchor as an HTML `id`, without white space. Links and their targets both use this function. */
export function idOf(anchor: string): string {
  return anchor.replace(/\s/g, '_');
}

const anchorsCache = new WeakMap<object, ReadonlySet<string>>();

/** Returns the anchors of a page. The result is cached, because versions share pages. */
export function anchorsOfPage(page: object): ReadonlySet<string> {
  const anchors = anchorsCache.get(page) ?? collectAnchors(page);
  anchorsCache.set(page, anchors);
  return anchors;
}

/** Adds the anchors of any part of a page's data to a set, and returns the set. */
function collectAnchors(part: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(part)) for (const item of part) collectAnchors(item, into);
  else if (typeof part === 'object' && part !== null) {
    for (const [key, value] of Object.entries(part)) {
      if (key === 'anchor' && typeof value === 'string') into.add(idOf(value));
      // Examples and defaults are values of the API; an `anchor` in them is not one of the page.
      else if (key !== 'examples' && key !== 'example' && key !== 'default') collectAnchors(value, into);
    }
  }
  return into;
}

/** Decodes the name in an anchor, in which `~20~` encodes a space. */
export function decodedName(anchor: string): string {
  return anchor.replace(/~([0-9a-f]{1,6})~/g, (whole, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
