// The search itself: a walk over all entries. They are few thousand, so that no index of words is needed, and any part
// of a word is found.

/**
 * @typedef {{ versions: string[], kinds: string[], pages: [string, string][], entries: [number, number, string, string | 0, number, string][] }} Index
 * @typedef {{ kind: string, name: string, page: string, title: string, anchor: string, version: string, text: string, score: number }} Hit
 */

/** What an entry's kind adds: among equals, operations come first and changes last. */
const weights = /** @type {Record<string, number>} */ ({
  operation: 60,
  schema: 50,
  property: 40,
  section: 38,
  state: 34,
  parameter: 30,
  response: 10,
});

/** @type {WeakMap<Index, { name: string, last: string, text: string }[]>} */
const prepared = new WeakMap();

/** @param {Index} index */
function lowered(index) {
  const known = prepared.get(index);
  if (known) return known;
  const made = index.entries.map(([, , name, , , text]) => {
    const lower = name.toLowerCase();
    return { name: lower, last: lower.slice(lower.lastIndexOf('.') + 1), text: text.toLowerCase() };
  });
  prepared.set(index, made);
  return made;
}

/**
 * @param {Index} index
 * @param {string} query
 * @param {string} version the one that is read: what it has comes first
 * @returns {Hit[]} best first
 */
export function find(index, query, version) {
  const wanted = query.trim().toLowerCase().replace(/\s+/g, ' ');
  if (wanted === '') return [];
  const terms = wanted.split(' ');
  const own = Math.max(0, index.versions.indexOf(version));
  const texts = lowered(index);
  /** @type {Hit[]} */
  const hits = [];
  index.entries.forEach(([kind, page, name, anchor, bits, text], at) => {
    const entry = texts[at];
    const [path, title] = index.pages[page] ?? ['', ''];
    if (!entry) return;
    const base = scoreOf(entry, wanted, terms);
    if (base === 0) return;
    const here = bits === 0 || (bits & (1 << own)) !== 0;
    const first = Math.log2(bits & -bits);
    const score = base + (weights[index.kinds[kind] ?? ''] ?? 0) + (here ? 20 : 0) - Math.min(15, name.length / 8);
    const other = here ? version : (index.versions[first] ?? version);
    hits.push({
      kind: index.kinds[kind] ?? '',
      name,
      page: path,
      title,
      anchor: anchor === 0 ? name : anchor,
      version: other,
      text,
      score,
    });
  });
  return hits.sort((a, b) => b.score - a.score || a.name.localeCompare(b.name));
}

/**
 * @param {{ name: string, last: string, text: string }} entry
 * @param {string} wanted
 * @param {string[]} terms
 */
function scoreOf({ name, last, text }, wanted, terms) {
  if (name === wanted) return 1000;
  if (last === wanted) return 900;
  if (text.startsWith(`${wanted} ¦`)) return 950;
  if (name.startsWith(wanted)) return 700;
  if (last.startsWith(wanted)) return 650;
  if (name.endsWith(wanted)) return 600;
  if (name.includes(wanted)) return 500;
  if (terms.every((term) => name.includes(term))) return 400;
  if (text.includes(wanted)) return 250;
  if (terms.every((term) => name.includes(term) || text.includes(term))) return 150;
  return 0;
}
