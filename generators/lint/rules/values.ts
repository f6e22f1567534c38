/** Rules about the values that a schema names: enums, defaults, examples and bounds. */
import { get, isArray, isObject, type Json, type JsonObject } from '../../document/index.js';
import type { LintRule, Remark } from '../rule.js';
import { contradiction, first } from '../contradiction.js';
import type { Inventory } from '../inventory.js';
import type { DocumentSite, SchemaSite } from '../site.js';

/** An enum that lists a value more than once. */
export const enumDuplicate: LintRule = {
  name: 'enum-duplicate',
  severity: 'error',
  check: ({ schemas }) =>
    schemas.flatMap(({ path, value }) => {
      const listed = get(value, 'enum');
      const texts = isArray(listed) ? listed.map((entry) => JSON.stringify(entry)) : [];
      const unique = new Set<string>();
      const duplicates = new Set(texts.filter((text) => unique.size === unique.add(text).size));
      return [...duplicates].map((text) => ({
        path: [...path, 'enum'],
        sentence: `The enum lists ${text} more than once.`,
      }));
    }),
};

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** A minimum that is greater than the maximum, so that no value is valid. */
export const boundsReversed: LintRule = {
  name: 'bounds-reversed',
  severity: 'error',
  check: ({ schemas }) =>
    schemas.flatMap(({ path, value }) =>
      pairs.flatMap(([lower, upper]): readonly Remark[] => {
        const [least, most] = [get(value, lower), get(value, upper)];
        if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return [];
        return [{ path: [...path, lower], sentence: `${lower} ${least} is greater than ${upper} ${most}.` }];
      }),
    ),
};

const limits = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'] as const;

/** Limits of a number that no number keeps. */
export const numberImpossible: LintRule = {
  name: 'number-impossible',
  severity: 'error',
  check: ({ schemas }) =>
    schemas.flatMap(({ path, value }): readonly Remark[] => {
      const type = get(value, 'type');
      if ((type !== 'integer' && type !== 'number') || isPossible(value, type)) return [];
      const stated = limits.filter((key) => get(value, key) !== undefined);
      const all = stated.map((key) => `${key} ${JSON.stringify(get(value, key))}`).join(', ');
      return [{ path: [...path, stated[0] ?? 'type'], sentence: `No ${type} has ${all}: correct one of them.` }];
    }),
};

function isPossible(schema: JsonObject, type: 'integer' | 'number'): boolean {
  const number = (key: string) => {
    const limit = get(schema, key);
    return typeof limit === 'number' ? limit : undefined;
  };
  const [minimum = -Infinity, maximum = Infinity] = [number('minimum'), number('maximum')];
  // In older editions, exclusive limits are booleans beside the limits.
  const exclusive = (key: string, limit: number) => (get(schema, key) === true ? limit : number(key));
  const above = exclusive('exclusiveMinimum', minimum) ?? -Infinity;
  const below = exclusive('exclusiveMaximum', maximum) ?? Infinity;
  const [least, most] = [Math.max(minimum, above), Math.min(maximum, below)];
  const multiple = number('multipleOf');
  const step = type === 'number' ? multiple : wholeMultiple(multiple ?? 1);
  if (step === undefined || !(step > 0)) return least < most || (least === most && above < least && below > most);
  const first = Math.ceil(least / step - rounding) + (isNear(least, above, step) ? 1 : 0);
  const last = Math.floor(most / step + rounding) - (isNear(most, below, step) ? 1 : 0);
  return first <= last;
}

const rounding = 1e-9;

/** Whether a limit is an exclusive one that is a multiple itself. */
function isNear(limit: number, exclusive: number, step: number): boolean {
  return limit === exclusive && Math.abs(limit / step - Math.round(limit / step)) < rounding;
}

/** Returns the smallest integer that is a multiple of a number: 3 of 1.5; the number itself if it is none of small ones. */
function wholeMultiple(of: number): number {
  for (let count = 1; count <= 1000; count += 1)
    if (Math.abs(count * of - Math.round(count * of)) < rounding) return Math.round(count * of);
  return of;
}

/** A default that its own schema does not allow. */
export const defaultOutside: LintRule = {
  name: 'default-outside',
  severity: 'error',
  check: (inventory) =>
    inventory.schemas.flatMap((schema): readonly Remark[] => {
      const value = get(schema.value, 'default');
      const reason = value === undefined ? undefined : contradiction(value, schema, inventory);
      if (reason === undefined) return [];
      return [{ path: [...schema.path, 'default'], sentence: `The default contradicts its schema: ${reason}.` }];
    }),
};

/** An example that contradicts its schema: users copy it, and mock servers send it. */
export const exampleOutside: LintRule = {
  name: 'example-outside',
  severity: 'warning',
  check: (inventory) => {
    const { schemas, media, parameters } = inventory;
    const remarks = (schema: DocumentSite, examples: readonly Example[], read: typeof readingsOf) =>
      examples.flatMap(({ path, value }) => {
        const reasons = read(value).map((all) => first(all, (one) => contradiction(one, schema, inventory)));
        const [reason] = reasons.includes(undefined) ? [] : reasons;
        return reason === undefined ? [] : [{ path, sentence: `The example contradicts its schema: ${reason}.` }];
      });
    return [
      ...schemas.flatMap((schema) => remarks(schema, examplesOf(schema), (value) => [[value]])),
      ...[...media.filter(isJson), ...parameters].flatMap((holder) => {
        const value = get(holder.value, 'schema');
        if (!isObject(value)) return [];
        return remarks({ path: [...holder.path, 'schema'], value }, examplesBeside(holder, inventory), readingsOf);
      }),
    ];
  },
};

interface Example {
  readonly path: readonly string[];
  readonly value: Json;
}

function examplesOf({ path, value, kind }: SchemaSite): readonly Example[] {
  if (kind !== 'schema') return [];
  const examples = get(value, 'examples');
  return [
    ...single(path, get(value, 'example')),
    ...(isArray(examples) ? examples.map((entry) => ({ path: [...path, 'examples'], value: entry })) : []),
  ];
}

/** Returns the examples beside a schema, named ones too, at the places where they stand. */
function examplesBeside({ path, value }: DocumentSite, { follow }: Inventory): readonly Example[] {
  const named = get(value, 'examples');
  return [
    ...single(path, get(value, 'example')),
    ...Object.entries(isObject(named) ? named : {}).flatMap(([name, entry]): readonly Example[] => {
      const target = isObject(entry) ? follow({ path: [...path, 'examples', name], value: entry }) : undefined;
      return target === undefined ? [] : single(target.path, get(target.value, 'value'), 'value');
    }),
  ];
}

/** Returns the ways to read an example, each with its values: as it is, as a text of JSON, or as a stream of JSON in lines. */
function readingsOf(example: Json): readonly (readonly Json[])[] {
  if (typeof example !== 'string') return [[example]];
  const lines = example.split('\n').filter((line) => line.trim() !== '');
  const parsed = [[example], lines].flatMap((texts): readonly (readonly Json[])[] => {
    try {
      return [texts.map((text) => JSON.parse(text) as Json)];
    } catch {
      return [];
    }
  });
  return [...parsed.reverse(), [example]];
}

function single(path: readonly string[], value: Json | undefined, key = 'example'): readonly Example[] {
  return value === undefined ? [] : [{ path: [...path, key], value }];
}

function isJson({ path }: DocumentSite): boolean {
  return /[/+]json\b/i.test(path.at(-1) ?? '');
}

/** The bounds of 64-bit integers, as limits are written, which lose nothing that a number could have. */
const bounds: ReadonlySet<number> = new Set([2 ** 63, -(2 ** 63), 2 ** 64]);

/** An integer that JavaScript's numbers, and those of most other languages' JSON, do not represent. */
export const integerRounded: LintRule = {
  name: 'integer-rounded',
  severity: 'warning',
  check: ({ root }) => {
    const found: Remark[] = [];
    const path: string[] = [];
    const visit = (value: Json): void => {
      if (typeof value === 'number' && mayBeRounded(value))
        found.push({ path: [...path], sentence: sentenceOf(value) });
      if (typeof value !== 'object' || value === null) return;
      for (const key in value) {
        path.push(key);
        visit((value as JsonObject)[key] as Json);
        path.pop();
      }
    };
    visit(root);
    return found;
  },
};

/** Whether a document may have had other digits: a double keeps 15 of them. */
function mayBeRounded(value: number): boolean {
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || bounds.has(value)) return false;
  return value.toExponential().replace(/e.*$|\D/g, '').length > 15;
}

function sentenceOf(value: number): string {
  return `The integer is read as ${BigInt(value)}, since numbers keep 15 digits. Write one with fewer.`;
}
