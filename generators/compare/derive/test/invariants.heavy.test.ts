/** Invariants for any two documents: the derived overlay turns one into the other, and uses only what engines agree on. */
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { equal, get, isArray, isObject, objectOf, type Json, type JsonObject } from '../../../document/index.js';
import { applyOverlay, parseOverlay } from '../../../overlay/index.js';
import { derive, printOverlay } from '../index.js';

/* Few words, so that two documents have many common keys; and every kind of word that has ever broken a path. */
const WORDS = [
  'paths',
  '/x',
  'get',
  'definitions',
  'components',
  'schemas',
  'parameters',
  'properties',
  'A',
  'a.b',
  'a b',
];
const NASTY = [
  "it's",
  'a\\b',
  '"',
  "']['",
  '$',
  '$ref',
  '',
  '0',
  '__proto__',
  'constructor',
  'toString',
  'length',
  '<<',
];
const STRANGE = ['😀', 'é', '\n', '\u0000', '\u2028', '- a', '# b', 'null', 'on', '*', '?', '~', '/'];
const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.constantFrom(...NASTY, ...STRANGE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
);
const leaf = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, '', 'x', 'on', '12:30', 'null', {}, [], [{}]),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('two\nlines', '\n', ' a\n\n b \n', '\ttab\nline\n', 'end\n\n'),
);
const { object } = fc.letrec<{ node: Json; object: JsonObject; parameter: JsonObject; list: Json }>((tie) => ({
  node: fc.oneof({ maxDepth: 5, withCrossShrink: true }, leaf, tie('object'), tie('list')),
  object: fc.array(fc.tuple(key, tie('node')), { maxLength: 5 }).map(objectOf),
  parameter: fc
    .tuple(fc.constantFrom('p', 'q', 'r', 'odd name'), fc.constantFrom('query', 'path'), tie('object'))
    .map(([name, place, rest]) => ({ ...rest, name, in: place })),
  list: fc.oneof(fc.array(tie('node'), { maxLength: 4 }), fc.array(tie('parameter'), { maxLength: 4 })),
}));

/** A document and an edited copy, which are more like two versions than two random documents. */
const edited = fc.tuple(object, fc.array(fc.tuple(fc.nat(), leaf), { maxLength: 4 })).map(([document, edits]) => {
  const other = edits.reduce<Json>((tree, [at, value]) => edit(tree, at, value), document);
  return [document, isObject(other) ? other : document] as const;
});

const isFullRun = inject('isFullRun');
const side = (root: JsonObject) => ({ name: 'a.yaml', version: '1', root });

describe.each([
  ['two documents', fc.tuple(object, object)],
  ['a document and an edited one', edited],
])('%s', (_, pair) => {
  test('applying the derived overlay gives the other document', () => {
    const invariant = fc.property(pair, ([a, b]) => equal(applyOverlay(a, derive(side(a), side(b))), b));
    fc.assert(invariant, { numRuns: inject('isExhaustiveRun') ? 3000 : isFullRun ? 1500 : 100 });
  });

  test('the printed overlay reads back as it was', () => {
    const invariant = fc.property(pair, ([a, b]) => {
      const overlay = derive(side(a), side(b), { extends: '#on: "x"' });
      const read = parseOverlay(overlay.name, parse(printOverlay(overlay)) as Json);
      expect(equal(asJson(read), asJson(overlay))).toBe(true);
      expect(printOverlay(read)).toBe(printOverlay(overlay));
    });
    fc.assert(invariant, { numRuns: inject('isExhaustiveRun') ? 1000 : isFullRun ? 500 : 40 });
  });

  test('no update targets an array or a primitive, or merges into an array', () => {
    const invariant = fc.property(pair, ([a, b]) => {
      const overlay = derive(side(a), side(b));
      overlay.actions.reduce<JsonObject>((document, action) => {
        if (action.remove !== true) {
          const [before] = targetsOf(document, action.target);
          const { update } = action;
          expect(isObject(before) && isObject(update) && !meetsArray(before, update)).toBe(true);
        }
        return applyOverlay(document, { ...overlay, actions: [action] });
      }, a);
    });
    fc.assert(invariant, { numRuns: inject('isExhaustiveRun') ? 1000 : isFullRun ? 500 : 40 });
  });
});

test.each([...WORDS, ...NASTY, ...STRANGE])('%j is a valid key', (word) => {
  const nest = (last: JsonObject) => objectOf([[word, objectOf([[word, last]])]]);
  for (const last of [{ keep: 1, changed: 2 }, { keep: 1 }, { keep: 1, removed: [], new: 1 }]) {
    const [a, b] = [nest({ keep: 1, changed: 1, removed: [] }), nest(last)];
    expect(equal(applyOverlay(a, derive(side(a), side(b))), b)).toBe(true);
  }
});

test('the overlay between equal documents has no actions', () => {
  fc.assert(fc.property(object, (a) => derive(side(a), side(structuredCopy(a))).actions.length === 0));
});

test('two hundred levels are derived, applied, printed and parsed', () => {
  const nest = (last: Json): JsonObject => {
    let tree: JsonObject = { last };
    for (let level = 0; level < 200; level += 1) tree = { properties: { in: tree } };
    return tree;
  };
  const overlay = derive(side(nest([1])), side(nest([2])));
  expect(equal(applyOverlay(nest([1]), overlay), nest([2]))).toBe(true);
  expect(parseOverlay(overlay.name, parse(printOverlay(overlay)) as Json)).toEqual(overlay);
});

/** Returns the node at a target by marking it with an update. */
function targetsOf(document: JsonObject, target: string): readonly Json[] {
  const mark = { 'x-mark-of-the-test': true };
  const marked = applyOverlay(document, {
    name: 'mark',
    overlay: '1.0.0',
    info: { title: '', version: '' },
    actions: [{ target, update: mark }],
  });
  const found: Json[] = [];
  const search = (before: Json, after: Json): void => {
    if (isObject(before) && isObject(after)) {
      if (get(after, 'x-mark-of-the-test') === true) found.push(before);
      for (const [name, value] of Object.entries(before)) search(value, get(after, name) ?? null);
    } else if (isArray(before) && isArray(after)) before.forEach((entry, index) => search(entry, after[index] ?? null));
  };
  search(document, marked);
  return found;
}

function meetsArray(before: JsonObject, update: JsonObject): boolean {
  return Object.entries(update).some(([name, value]) => {
    const present = get(before, name);
    if (isObject(present) && isObject(value)) return meetsArray(present, value);
    return isArray(present) || isObject(present);
  });
}

function edit(tree: Json, at: number, value: Json): Json {
  if (isArray(tree)) {
    const index = at % (tree.length + 1);
    if (at % 5 === 0) return [...tree.slice(0, index), ...tree.slice(index + 1)];
    const entry = tree[index];
    return entry === undefined ? [...tree, value] : tree.with(index, edit(entry, Math.floor(at / 3), value));
  }
  if (!isObject(tree)) return value;
  const names = Object.keys(tree);
  const name = names[at % (names.length + 1)];
  if (name === undefined) return objectOf([...Object.entries(tree), ['new', value]]);
  if (at % 7 === 0) return objectOf(Object.entries(tree).filter(([other]) => other !== name));
  return objectOf(
    Object.entries(tree).map(([other, node]) => [other, other === name ? edit(node, Math.floor(at / 3), value) : node]),
  );
}

function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function structuredCopy(document: JsonObject): JsonObject {
  return asJson(document) as JsonObject;
}
