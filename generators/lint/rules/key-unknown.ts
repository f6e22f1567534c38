/** Keys that the edition of a document does not have, or not there: misspelled ones, and those of other editions. */
import { get, type Json } from '../../document/index.js';
import { streamKinds, stylesIn } from '../../ir/index.js';
import { remarksOf } from '../group-by.js';
import { isExtension, isForeign, knownObjects, shown, sitesIn } from '../keys.js';
import type { LintRule } from '../rule.js';
import type { DocumentSite } from '../site.js';

/** The places of parameters. */
const places = { swagger: 'query header path formData body', openApi: 'query header path cookie querystring' };

/** A key or value that is no part of its edition, and that nothing is generated from. There is one finding for each. */
export const keyUnknown: LintRule = {
  name: 'key-unknown',
  severity: 'warning',
  check: (inventory) => {
    const { dialect, operations, parameters } = inventory;
    const objects = knownObjects(inventory);
    const streams = objects.find(({ kind }) => kind === 'streams')?.sites ?? [];
    const isPlace = (place: Json | undefined) =>
      places[dialect === 'swagger-2.0' ? 'swagger' : 'openApi'].split(' ').includes(shown(place));
    // A keyword that JSON Schema does not know is an annotation.
    const isAnnotation = (kind: string) => kind === 'schemas' && !['swagger-2.0', 'openapi-3.0'].includes(dialect);
    const foreign = `which ${dialect} does not have`;
    const valueOf = (site: DocumentSite, key: string) => ({ path: [...site.path, key], value: get(site.value, key) });
    return remarksOf([
      ...objects.flatMap(({ kind, sites, types }) => {
        const intended = intendedIn([...types.keys()]);
        if (types.has('*')) return [];
        return sites
          .flatMap(({ path, value }) =>
            Object.keys(value)
              .filter((key) => !types.has(key) && !isForeign(key))
              .map((key) => ({ path: [...path, key], key })),
          )
          .map(({ path, key }) => ({ path, key, meant: intended(key) }))
          .filter(({ key, meant }) => meant !== undefined || !isAnnotation(kind) || isExtension(key))
          .map(({ path, key, meant }) => {
            const remedy = meant === undefined ? '' : `; write "${meant}"`;
            const reason = isExtension(key) ? 'which has no meaning' : foreign;
            return { path, meaning: `Ignored: "${key}" of ${kind}, ${reason}${remedy}` };
          });
      }),
      ...parameters
        .map((one) => valueOf(one, 'in'))
        .filter(({ value }) => !isPlace(value))
        .map(({ path, value }) => ({ path, meaning: `Ignored: a parameter in "${shown(value)}", ${foreign}` })),
      ...parameters
        .map((one) => ({ ...valueOf(one, 'style'), place: shown(get(one.value, 'in')) }))
        .filter(({ value, place }) => ![undefined, 'cookie', ...stylesIn(place)].some((style) => style === value))
        .map(({ path, value, place }) => ({
          path,
          meaning: `Ignored: the style "${shown(value)}" in ${place}, ${foreign}`,
        })),
      ...streams
        .map((one) => valueOf(one, 'kind'))
        .filter(({ value }) => !streamKinds.some((kind) => kind === value))
        .map(({ path, value }) => {
          const meaning = `Ignored: the kind "${shown(value)}" of streams; write one of ${streamKinds.join(', ')}`;
          return { path, meaning };
        }),
      ...operations
        .flatMap((one) => sitesIn(one, 'responses'))
        .map(({ path }) => ({ path, key: path.at(-1) ?? '' }))
        .filter(({ key }) => !/^([1-5](\d\d|XX)|default)$/i.test(key))
        .map(({ path, key }) => ({ path, meaning: `Ignored: the response "${key}", which is no status` })),
    ]);
  },
};

/** Returns a function that finds the key that another one was meant to be, and remembers it. */
function intendedIn(all: readonly string[]): (key: string) => string | undefined {
  const found = new Map<string, string | undefined>();
  return (key) => {
    if (!found.has(key)) found.set(key, replaced.get(key) ?? all.find((one) => isNear(key, one)));
    return found.get(key);
  };
}

/** Keywords of earlier drafts of JSON Schema. */
const replaced = new Map([
  ['dependencies', 'dependentRequired" or "dependentSchemas'],
  ['divisibleBy', 'multipleOf'],
]);

/** Whether a key differs from a known one in upper case and in one letter: of short ones, in a plural or in their order. */
function isNear(key: string, existing: string): boolean {
  const [one, other] = [key.toLowerCase(), existing.toLowerCase()];
  if (existing.length < 4 || one[0] !== other[0]) return false;
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length === 2 && left === [...right].reverse().join('')) return true;
  const isPlural = end === 0 && left + right === 's';
  return (shorter > 4 || isPlural || one === other) && left.length < 2 && right.length < 2;
}
