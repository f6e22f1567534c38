// Searches by scanning all entries, so that any part of a name is found, and for misspelled words and words in any order
// with MiniSearch over the names and the words of operations.

/**
 * @typedef {[number, number, string, string | 0, number, string, number?, string?]} Entry
 * @typedef {{ versions: string[], kinds: string[], pages: [string, string][], entries: Entry[], sets: number[][], synonyms: string[][] }} Index
 * @typedef {{ kind: string, name: string, page: string, title: string, anchor: string, version: string, note: string, text: string,
 *   isNamed: boolean, score: number }} Hit
 * @typedef {{ addAll: (documents: object[]) => void, search: (query: string, options: object) => { id: number, score: number }[] }} Engine
 * @typedef {new (options: object) => Engine} EngineClass
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
/** What readers look for most is what they can send. */
const requestWeight = 25;
/** Words that say nothing about what is searched for. */
const fillers = new Set([
  'a',
  'an',
  'the',
  'how',
  'to',
  'do',
  'i',
  'what',
  'is',
  'does',
  'in',
  'on',
  'of',
  'for',
  'with',
  'mean',
]);
/** The score of an operation whose identifier, path or keyword is the query. */
const exactWords = 950;
/** Below this score, no name contains the query. */
const inName = 400;
/** What a name with each word of the query gets beyond that. */
const allInName = 50;
/** The score of a name or a keyword with the words of the query and no others: `Create a container` for `container create`. */
const sameWords = 930;
/** By how much a match of a synonym ranks below one of the query itself. */
const synonymPenalty = 12;
/** The score of a text with half of the words of the query or more, if no text has all. */
const inPart = 100;
/** How many texts stand for a query: itself, and those with synonyms in it. */
const maxPhrases = 12;

/**
 * An entry in lower case, and as it is written.
 *
 * @typedef {{ name: string, last: string, text: string, words: string[], termSets: Set<string>, written: string, writtenText: string, writtenWords: string[] }} LowercaseEntry
 */
/** The score of a text in which a word begins with the query. */
const inText = 250;

/** @type {WeakMap<Index, LowercaseEntry[]>} */
const lowercaseCache = new WeakMap();
/** @type {WeakMap<Index, Engine>} */
const engineCache = new WeakMap();

/** @param {Index} index */
function lowercaseEntries(index) {
  const cached = lowercaseCache.get(index);
  if (cached) return cached;
  const entries = index.entries.map(([, , name, , , text]) => {
    const lower = name.toLowerCase();
    const lowerText = text.toLowerCase();
    // The parts before the description: identifier, method and path, keywords.
    const writtenWords = text.includes(' ¦ ') ? text.split(' ¦ ').slice(0, -1) : [];
    const words = writtenWords.flatMap((word) => {
      const lowerWord = word.toLowerCase();
      // The path of a call says which one it is, if it has one segment: `GET /version`.
      const segment = /^[a-z]+ \/_?([^/]+)$/.exec(lowerWord)?.[1];
      return segment === undefined ? [lowerWord] : [lowerWord, segment];
    });
    return {
      name: lower,
      last: lower.slice(lower.lastIndexOf('.') + 1),
      text: lowerText,
      words,
      termSets: new Set([lower, ...words].map((each) => termSet(termsOf(each)))),
      written: name,
      writtenText: text,
      writtenWords,
    };
  });
  lowercaseCache.set(index, entries);
  return entries;
}

/**
 * @param {Index} index
 * @param {string} query
 * @param {string} version the version of the current page: its entries come first
 * @param {EngineClass} [engine] finds misspelled words, if no name contains the query
 * @returns {Hit[]} best first
 */
export function find(index, query, version, engine) {
  const phrase = query.trim().toLowerCase().replace(/\s+/g, ' ');
  if (phrase === '') return [];
  /** @type {Map<number, number>} */
  const scores = new Map();
  const entries = lowercaseEntries(index);
  phrasesOf(phrase, index.synonyms).forEach((each, rank) => {
    const stems = termsOf(each).map(stem);
    const set = termSet(stems);
    entries.forEach((entry, at) => {
      // Most entries lack a word.
      if (!stems.every((term) => entry.name.includes(term) || entry.text.includes(term))) return;
      const score = scoreOf(entry, each, stems, set);
      const ranked = score === 0 || rank === 0 ? score : score - synonymPenalty;
      if (ranked > (scores.get(at) ?? 0)) scores.set(at, ranked);
    });
  });
  if (engine && ![...scores.values()].some((score) => score >= inText - synonymPenalty))
    addFuzzy(index, termsOf(phrase).join(' '), engine, scores);
  if (scores.size === 0) addPartial(index, phrase, scores);
  /** @type {Map<string, Hit>} */
  const hits = new Map();
  const keys = itemsOf(index).keys;
  for (const [at, score] of scores) {
    const hit = hitOf(index, at, score, version);
    const key = keys[at] ?? '';
    const other = hits.get(key);
    if (!other || isBetter(hit, other, version)) hits.set(key, hit);
  }
  // Equal hits keep the order of the index, which is that of the document.
  return [...hits.values()].sort((a, b) => b.score - a.score);
}

/** Returns the words of a text that say something. @param {string} text */
function termsOf(text) {
  const words = text.split(/[\s,?]+/).filter((word) => word !== '');
  const telling = words.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : words;
}

/** Returns words as one text, equal for the same words in another order. @param {string[]} terms */
function termSet(terms) {
  return [...new Set(terms.map(stem))].sort().join(' ');
}

/** Returns a word without the ending of the plural. @param {string} word */
function stem(word) {
  return /^\p{L}{3,}[^sui]s$/u.test(word) ? word.slice(0, -1) : word;
}

/**
 * Returns the query, and after it the same with synonyms in the place of words.
 *
 * @param {string} phrase
 * @param {string[][]} synonyms
 */
function phrasesOf(phrase, synonyms) {
  const phrases = new Set([phrase]);
  for (const each of phrases) {
    const padded = ` ${each} `;
    for (const group of synonyms) {
      for (const word of group) {
        const plural = padded.includes(` ${word}s `) ? 's' : '';
        if (!padded.includes(` ${word}${plural} `)) continue;
        for (const other of group) {
          if (phrases.size >= maxPhrases) return [...phrases];
          phrases.add(padded.replace(` ${word}${plural} `, ` ${other} `).trim());
        }
      }
    }
  }
  return [...phrases];
}

/** Adds entries with half of the words or more. @param {Index} index @param {string} phrase @param {Map<number, number>} scores */
function addPartial(index, phrase, scores) {
  const groups = termsOf(phrase).map((term) => phrasesOf(term, index.synonyms).map(stem));
  if (groups.length < 2) return;
  lowercaseEntries(index).forEach((entry, at) => {
    let sum = 0;
    let matches = 0;
    for (const alternatives of groups) {
      const inName = alternatives.some(
        (term) =>
          beginsWord(entry.name, entry.written, term) ||
          entry.writtenWords.some((word) => beginsWord(word.toLowerCase(), word, term)),
      );
      if (!inName && !alternatives.some((term) => beginsWord(entry.text, entry.writtenText, term))) continue;
      matches += 1;
      sum += inName ? 2 : 1;
    }
    if (matches * 2 >= groups.length) scores.set(at, (inPart * sum) / groups.length);
  });
}

/** Of the entries of one item, that of the current version says what is true there. @param {Hit} hit @param {Hit} other @param {string} version */
function isBetter(hit, other, version) {
  const isCurrent = hit.version === version;
  return isCurrent === (other.version === version) ? hit.score > other.score : isCurrent;
}

/** @type {WeakMap<Index, { keys: string[], versions: Map<string, Set<number>> }>} */
const itemsCache = new WeakMap();

/** Returns the key of each entry, equal for those of one item, and the versions of each item. @param {Index} index */
function itemsOf(index) {
  const cached = itemsCache.get(index);
  if (cached) return cached;
  const keys = index.entries.map((entry) => JSON.stringify(entry.slice(0, 4)));
  /** @type {Map<string, Set<number>>} */
  const versions = new Map();
  keys.forEach((key, at) => versions.set(key, new Set([...(versions.get(key) ?? []), ...versionsAt(index, at)])));
  const items = { keys, versions };
  itemsCache.set(index, items);
  return items;
}

/** Returns the numbers of the versions that have an entry. @param {Index} index @param {number} at @returns {number[]} */
function versionsAt(index, at) {
  return index.sets[index.entries[at]?.[4] ?? 0] ?? [];
}

/** Returns which versions a hit of another version is true of. @param {Index} index @param {number} at @param {number} current */
function noteOf(index, at, current) {
  const own = versionsAt(index, at);
  const names = own.map((version) => index.versions[version] ?? '');
  const more = names.length > 3 ? ` and ${names.length - 2} more` : '';
  const list = (more ? names.slice(0, 2) : names).join(', ') + more;
  const { keys, versions } = itemsOf(index);
  const all = versions.get(keys[at] ?? '') ?? new Set();
  // The current version has the item too, but says something else of it.
  if (all.has(current)) return `in ${list}`;
  return all.size === own.length ? `${list} only` : `in ${list}`;
}

/** @param {Index} index @param {number} at @param {number} score @param {string} version @returns {Hit} */
function hitOf(index, at, score, version) {
  const [kind = 0, page = 0, name = '', anchor = '', , text = '', placePage, place] = index.entries[at] ?? [];
  const current = Math.max(0, index.versions.indexOf(version));
  const own = versionsAt(index, at);
  const isCurrent = own.includes(current);
  const isRequest = placePage !== undefined && isCurrent;
  // Several words describe an operation rather than a property.
  const isWords = score === inName || score === inName + allInName;
  const [path, title] = index.pages[isRequest ? placePage : page] ?? ['', ''];
  const kindName = index.kinds[kind] ?? '';
  return {
    kind: isRequest ? `${kindName} in ${title}` : kindName,
    name,
    page: path,
    title,
    anchor: isRequest ? (place ?? '') : anchor === 0 ? name : anchor,
    version: isCurrent ? version : (index.versions[own[0] ?? 0] ?? version),
    note: isCurrent ? '' : noteOf(index, at, current),
    text,
    isNamed: score >= inName,
    score:
      score +
      (weights[kindName] ?? 0) +
      (isCurrent ? 20 : 0) +
      (isRequest && !isWords ? requestWeight : 0) -
      (score === exactWords ? 0 : Math.min(15, name.length / 8)),
  };
}

/**
 * @param {LowercaseEntry} entry
 * @param {string} phrase
 * @param {string[]} stems its words, without endings of the plural
 * @param {string} set the same as a set
 */
function scoreOf({ name, last, text, words, termSets, written, writtenText, writtenWords }, phrase, stems, set) {
  const inWords = (/** @type {string} */ term) =>
    writtenWords.some((word) => beginsWord(word.toLowerCase(), word, term));
  if (name === phrase) return 1000;
  if (words.includes(phrase)) return exactWords;
  if (termSets.has(set)) return sameWords;
  if (last === phrase) return 900;
  if (name.startsWith(phrase)) return 700;
  if (last.startsWith(phrase)) return 650;
  const isInName = beginsWord(name, written, phrase);
  if (isInName && name.endsWith(phrase)) return 600;
  if (inWords(phrase)) return 550;
  if (isInName) return 500;
  const hasAll = (/** @type {string} */ word) => stems.every((term) => beginsWord(word.toLowerCase(), word, term));
  if (hasAll(written) || writtenWords.some(hasAll)) return inName + allInName;
  if (stems.every((term) => beginsWord(name, written, term) || inWords(term))) return inName;
  if (beginsWord(text, writtenText, phrase)) return inText;
  return 150;
}

/** Whether a word of a text begins with the term: `StartInterval` has the words Start and Interval. @param {string} lower @param {string} written @param {string} term */
function beginsWord(lower, written, term) {
  for (let at = lower.indexOf(term); at !== -1; at = lower.indexOf(term, at + 1)) {
    const pair = written.slice(Math.max(0, at - 1), at + 1);
    // `aB`, `a1`, `1a`, `-a`, and the last capital of `IPAddress`.
    if (at === 0 || !/^(\p{L}{2}|\d{2})$/u.test(pair) || /^\p{Ll}\p{Lu}$/u.test(pair)) return true;
    if (/^\p{Lu}\p{Lu}\p{Ll}/u.test(written.slice(at - 1, at + 2))) return true;
  }
  return false;
}

/** Adds entries whose names are similar to the query. @param {Index} index @param {string} phrase @param {EngineClass} engineClass @param {Map<number, number>} scores */
function addFuzzy(index, phrase, engineClass, scores) {
  const engine = engineCache.get(index) ?? engineOf(index, engineClass);
  engineCache.set(index, engine);
  const found = engine.search(phrase, { fuzzy: 0.3, prefix: true, combineWith: 'AND', boost: { last: 2, words: 2 } });
  const best = found[0]?.score ?? 1;
  for (const { id, score } of found.slice(0, 100))
    scores.set(id, Math.max(scores.get(id) ?? 0, 260 + (130 * score) / best));
}

/** @param {Index} index @param {EngineClass} engineClass */
function engineOf(index, engineClass) {
  const engine = new engineClass({
    fields: ['name', 'last', 'words'],
    tokenize: (/** @type {string} */ text) => text.split(/[^\p{L}\p{N}]+/u),
  });
  const lowercase = lowercaseEntries(index);
  engine.addAll(
    index.entries.flatMap(([kind, , name], id) => {
      const entry = lowercase[id];
      const type = index.kinds[kind];
      // Responses and changes repeat the names of others.
      if (!entry || type === 'response' || type === 'change') return [];
      const parts = name.replace(/([a-z\d])([A-Z])/g, '$1 $2');
      return [{ id, name: `${entry.name} ${parts}`, last: entry.last, words: entry.words.join(' ') }];
    }),
  );
  return engine;
}
