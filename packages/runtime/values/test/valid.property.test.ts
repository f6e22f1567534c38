/** Values of drawn schemas are valid by JSON Schema, and where no value is, none is made. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsModule from 'ajv-formats';
import { expect, inject, it } from 'vitest';
import type { Schema } from '@lading/runtime-wire';
import { fits, randomOf, valueOf } from '../src/index.js';

const random = randomOf(inject('seed'), 'valid');
const runs = inject('isFullRun') ? 2000 : 100;

const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9 });
(formatsModule as unknown as (added: Ajv2020) => void)(ajv);

interface JsonSchema {
  readonly type: 'integer' | 'number' | 'string' | 'array' | 'object';
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly [limit: string]: unknown;
}

/** The schema of a contract that means the same. */
function contractOf(schema: JsonSchema): Schema {
  const { type, properties = {}, required = [], additionalProperties = true, items, ...rest } = schema;
  const { minItems, maxItems, uniqueItems, ...limits } = rest;
  if (type === 'array')
    return {
      kind: type,
      items: contractOf(items ?? { type: 'string' }),
      ...(minItems !== undefined && { min: minItems }),
      ...(maxItems !== undefined && { max: maxItems }),
      ...(uniqueItems !== undefined && { unique: uniqueItems }),
    };
  if (type !== 'object') return { kind: type, ...limits };
  const fields = Object.entries(properties).map(
    ([name, each]) => [name, { schema: contractOf(each), required: required.includes(name) }] as const,
  );
  return { kind: type, fields: Object.fromEntries(fields), ...limits, closed: !additionalProperties };
}

/** Some of the keywords. */
function some(keywords: Readonly<Record<string, () => unknown>>): Readonly<Record<string, unknown>> {
  const drawn = Object.entries(keywords).filter(() => random.chance(0.4));
  return Object.fromEntries(drawn.map(([keyword, draw]) => [keyword, draw()]));
}

function drawNumber(): JsonSchema {
  const limit = () => ((random.below(61) - 30) * random.pick([100, 50, 25, 10, 1])) / 100;
  return {
    type: random.pick(['integer', 'number']),
    ...some({ minimum: limit, maximum: limit, exclusiveMinimum: limit, exclusiveMaximum: limit }),
    ...some({ multipleOf: () => random.pick([0.01, 0.1, 0.25, 0.3, 0.5, 1.5, 2, 2.5, 7]) }),
  };
}

const formats = [
  ...['date', 'date-time', 'time', 'duration', 'uuid', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uri-reference'],
  ...['uri-template', 'json-pointer', 'relative-json-pointer', 'regex', 'byte'],
];
const patterns = ['^[a-z]+$', '^a', 'b$', '^\\d{3}-\\d{4}$', '^[A-Z]{2,5}$', '[0-9]', '^(foo|bar)+$', '^\\S+@\\S+$'];

/** Limits of the length that a string of the format or the pattern keeps. */
function drawString(): JsonSchema {
  const content = random.pick([{}, { format: random.pick(formats) }, { pattern: random.pick(patterns) }]);
  const { length } = valueOf({ kind: 'string', ...content }, random) as string;
  const limits = { minLength: () => random.below(length + 1), maxLength: () => length + random.below(9) };
  return { type: 'string', ...content, ...some(limits) };
}

function drawObject(depth: number): JsonSchema {
  const names = [...'abcd'].filter(() => random.chance(0.6));
  const required = names.filter(() => random.chance(0.4));
  const properties = Object.fromEntries(names.map((name) => [name, drawPart(depth)]));
  const additionalProperties = random.chance(0.7);
  const most = additionalProperties ? 6 : names.length;
  const minProperties = random.below(most + 1);
  const maxProperties = () => Math.max(minProperties, required.length) + random.below(3);
  return { type: 'object', properties, required, additionalProperties, minProperties, ...some({ maxProperties }) };
}

function drawArray(depth: number): JsonSchema {
  const minItems = random.below(4);
  const limits = some({ maxItems: () => minItems + random.below(3) });
  // An item with many values, of which some are different.
  const unique = random.chance(0.3) && { uniqueItems: true, items: { type: 'number', minimum: 0.5 } as const };
  return { type: 'array', items: drawPart(depth), minItems, ...limits, ...unique };
}

/** A schema with values. */
function drawPart(depth: number): JsonSchema {
  const schema = random.pick([drawNumber, drawString, ...(depth > 2 ? [] : [drawArray, drawObject])])(depth + 1);
  return valueOf(contractOf(schema), random) === undefined ? drawPart(depth) : schema;
}

it('a number is valid, and none is made where none of thousands is', () => {
  const all = Array.from({ length: 2 * 3100 + 1 }, (_, at) => (at - 3100) / 100);
  for (let run = 0; run < runs; run += 1) {
    const schema = drawNumber();
    const isValid = ajv.compile(schema);
    const value = valueOf(contractOf(schema), random);
    expect([schema, value]).toSatisfy(() =>
      value === undefined ? !all.some((one) => isValid(one)) : isValid(value) && fits(value, contractOf(schema)),
    );
  }
});

it('strings, arrays and objects are valid', () => {
  for (let run = 0; run < runs; run += 1) {
    const schema = random.pick([drawString, drawArray, drawObject])(0);
    const value = valueOf(contractOf(schema), random);
    expect([schema, value]).toSatisfy(() => ajv.validate(schema, value) && fits(value, contractOf(schema)));
  }
});

/** Schemas that contain each other, in JSON Schema and in the contract. `hasValue`: whether there is a value, given the schemas that have one. */
function drawRecursive(names: readonly string[]) {
  const contracts = new Map<string, Schema>();
  const defs: Record<string, object> = {};
  const hasValue = new Map<string, (having: ReadonlySet<string>) => boolean>();
  const part = (name: string) => ({ $ref: `#/$defs/${name}` });
  const ref = (name: string): Schema => ({ kind: 'ref', to: () => contracts.get(name) ?? { kind: 'never' } });
  for (const [at, name] of names.entries()) {
    const add = (json: object, contract: Schema, has: (having: ReadonlySet<string>) => boolean) => {
      defs[name] = json;
      contracts.set(name, contract);
      hasValue.set(name, has);
    };
    const kind = random.pick(['object', 'object', 'union', 'array', 'integer'] as const);
    // A union of itself is no schema, so its options follow.
    const possible = kind === 'union' ? names.slice(at + 1) : names;
    const parts = possible.length === 0 ? [] : Array.from({ length: 1 + random.below(3) }, () => random.pick(possible));
    const [first] = parts;
    if (kind === 'integer' || first === undefined) add({ type: 'integer' }, { kind: 'integer' }, () => true);
    else if (kind === 'union') {
      const hasOption = (having: ReadonlySet<string>) => parts.some((each) => having.has(each));
      add({ anyOf: parts.map(part) }, { kind, options: parts.map(ref) }, hasOption);
    } else if (kind === 'array') {
      const min = random.below(2);
      const hasItems = (having: ReadonlySet<string>) => min === 0 || having.has(first);
      add({ type: 'array', items: part(first), minItems: min }, { kind, items: ref(first), min }, hasItems);
    } else {
      const fields = parts.map((each, index) => ({ name: `p${index}`, each, required: random.chance(0.6) }));
      const required = fields.filter((field) => field.required);
      const properties = Object.fromEntries(fields.map((field) => [field.name, part(field.each)]));
      const declared = fields.map(
        (field) => [field.name, { schema: ref(field.each), required: field.required }] as const,
      );
      add(
        { type: 'object', properties, required: required.map((field) => field.name) },
        { kind, fields: Object.fromEntries(declared) },
        (having) => required.every(({ each }) => having.has(each)),
      );
    }
  }
  return { contracts, defs, hasValue };
}

it('of schemas that contain each other, values are valid, and none is made of one that needs itself', () => {
  const names = [...'ABCDEF'];
  for (let run = 0; run < runs / 10; run += 1) {
    const { contracts, defs, hasValue } = drawRecursive(names);
    const having = new Set<string>();
    for (const _ of names) for (const name of names) if (hasValue.get(name)?.(having) === true) having.add(name);
    for (const [name, contract] of contracts) {
      const value = valueOf(contract, random);
      const schema = { $ref: `#/$defs/${name}`, $defs: defs };
      expect([schema, value]).toSatisfy(() => (having.has(name) ? ajv.validate(schema, value) : value === undefined));
    }
  }
});
