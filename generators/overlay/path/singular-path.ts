/** Parses JSONPaths that select a single node (`$.paths['/info'].get`) without the query library: most targets of overlays do. */
import type { Location } from '../document-draft.js';

// Control characters must be escaped in a name (RFC 9535, 2.3.1.1); a quotation mark only in quotation marks of the same kind.
const SEGMENT =
  /\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|\[(0|[1-9]\d{0,14})\]|\['([^'\\\u0000-\u001f]*(?:\\.[^'\\\u0000-\u001f]*)*)'\]|\["([^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*)"\]/y;

/** Returns the location that a path selects, or `undefined` if it is a query or not a path. */
export function singularPath(path: string): Location | undefined {
  if (!path.startsWith('$')) return undefined;
  const location: (string | number)[] = [];
  SEGMENT.lastIndex = 1;
  while (SEGMENT.lastIndex < path.length) {
    const match = SEGMENT.exec(path);
    if (match === null) return undefined;
    const [, shorthand, index, single, double] = match;
    const name = shorthand ?? (single === undefined ? unescaped(double ?? '') : unescaped(asDoubleQuoted(single)));
    if (name === undefined) return undefined;
    location.push(index === undefined ? name : Number(index));
  }
  return location;
}

function asDoubleQuoted(single: string): string {
  return single.replace(/\\.|"/g, (found) => (found === "\\'" ? "'" : found === '"' ? '\\"' : found));
}

/** Resolves the escapes of a JSONPath name, which are those of a JSON string. */
function unescaped(name: string): string | undefined {
  if (!name.includes('\\')) return name;
  try {
    return String(JSON.parse(`"${name}"`));
  } catch {
    return undefined;
  }
}
