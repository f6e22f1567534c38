/** Makes JSON Schemas refuse property names that engines read as others. */

/** A JSON Schema. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

/** Keywords with schemas by name, and keywords with values that are no schemas. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const values = new Set(['const', 'enum', 'default', 'examples', 'required', 'dependentRequired']);

/**
 * Returns the schema with a further rule wherever it has `properties`: engines read `privileged` as `Privileged`, so no name may
 * differ from a property in case alone.
 */
export function withExactNames(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, inKeyword(keyword, value)]),
  );
  const { properties, allOf } = copy;
  if (typeof properties !== 'object' || properties === null) return copy;
  const names = { propertyNames: { not: { pattern: otherSpellings(Object.keys(properties)) } } };
  return { ...copy, allOf: [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), names] };
}

function inKeyword(keyword: string, value: unknown): unknown {
  if (values.has(keyword) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => inKeyword('', one));
  if (!maps.has(keyword)) return withExactNames(value as Schema);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inKeyword('', one)]));
}

/** Returns a pattern for the names that an engine reads as one of these, without these. */
function otherSpellings(names: readonly string[]): string {
  const exact = names.map((name) => [...name].map((letter) => escaped(letter)).join(''));
  const spellings = names.map((name) => [...name].map((letter) => spellingsOf(letter)).join(''));
  // Without names, nothing matches.
  return names.length === 0 ? '^(?!)' : `^(?!(?:${exact.join('|')})$)(?:${spellings.join('|')})$`;
}

/** Letters that Go's decoder of JSON takes for the same: two letters of Unicode count as k and s. */
function spellingsOf(letter: string): string {
  const all = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
  if (/k/i.test(letter)) all.add('\u212A');
  if (/s/i.test(letter)) all.add('\u017F');
  return `(?:${[...all].map((one) => escaped(one)).join('|')})`;
}

function escaped(letter: string): string {
  return letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
}
