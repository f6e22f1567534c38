// Searches by scanning all entries. There are only a few thousand, so no word index is needed, and any part of a word
// is found.

/**
 * @typedef {{ versions: string[], kinds: string[], pages: [string, string][], entries: [number, number, string, string | 0, number, string][] }} Index
 * @typedef {{ kind: string, name: string, page: string, title: string, anchor: string, version: string, text: string, score: number }} Hit
 */

/** The score that an entry's kind adds: among equal matches, operations come first and changes last. */
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
const lowercaseCache = new WeakMap();

/** @param {Index} index */
function lowercaseEntries(index) {
  const cached = lowercaseCache.get(index);
  if (cached) return cached;
  const entries = index.entries.map(([, , name, , , text]) => {
    const lower = name.toLowerCase();
    return { name: lower, last: lower.slice(lower.lastIndexOf('.') + 1), text: text.toLowerCase() };
  });
  lowercaseCache.set(index, entries);
  return entries;
}

/**
 * @param {Index} index
 * @param {string} query
 * @param {string} version the version of the current page: its entries come first
 * @returns {Hit[]} best first
 */
export function find(index, query, version) {
  const phrase = query.trim().toLowerCase().replace(/\s+/g, ' ');
  if (phrase === '') return [];
  const terms = phrase.split(' ');
  const currentBit = Math.max(0, index.versions.indexOf(version));
  const lowercase = lowercaseEntries(index);
  /** @type {Hit[]} */
  const hits = [];
  index.entries.forEach(([kind, page, name, anchor, bits, text], at) => {
    const entry = lowercase[at];
    const [path, title] = index.pages[page] ?? ['', ''];
    if (!entry) return;
    const matchScore = scoreOf(entry, phrase, terms);
    if (matchScore === 0) return;
    const inCurrent = bits === 0 || (bits & (1 << currentBit)) !== 0;
    const first = Math.log2(bits & -bits);
    const score =
      matchScore + (weights[index.kinds[kind] ?? ''] ?? 0) + (inCurrent ? 20 : 0) - Math.min(15, name.length / 8);
    const shownVersion = inCurrent ? version : (index.versions[first] ?? version);
    hits.push({
      kind: index.kinds[kind] ?? '',
      name,
      page: path,
      title,
      anchor: anchor === 0 ? name : anchor,
      version: shownVersion,
      text,
      score,
    });
  });
  return hits.sort((a, b) => b.score - a.score || a.name.localeCompare(b.name));
}

/**
 * @param {{ name: string, last: string, text: string }} entry
 * @param {string} phrase
 * @param {string[]} terms
 */
function scoreOf({ name, last, text }, phrase, terms) {
  if (name === phrase) return 1000;
  if (last === phrase) return 900;
  if (text.startsWith(`${phrase} ¦`)) return 950;
  if (name.startsWith(phrase)) return 700;
  if (last.startsWith(phrase)) return 650;
  if (name.endsWith(phrase)) return 600;
  if (name.includes(phrase)) return 500;
  if (terms.every((term) => name.includes(term))) return 400;
  if (text.includes(phrase)) return 250;
  if (terms.every((term) => name.includes(term) || text.includes(term))) return 150;
  return 0;
}
