/** Rules about the presence of properties, tested with the smallest valid value of each property. */
import { describe, expect, it } from 'vitest';
import type { OperationContract } from '@lading/runtime-server';
import type { ObjectSchema, Schema, SchemaRule } from '@lading/runtime-wire';
import { contracts, requestCheckerOf } from '../servers/request-checker.js';
import { at, breaks, target, type FieldValues } from '../servers/rules.js';
import { fieldSchema, isRecord } from '../servers/values.js';
import { specification } from '../specification.js';

/** The kinds of rules that depend only on which properties are present. */
const kinds: ReadonlySet<string> = new Set([
  'at-least-one-of',
  'at-most-one-of',
  'exactly-one-of',
  'excludes',
  'requires',
]);

describe.each(Object.entries(contracts))('%s', (_version, contract) => {
  const rows = recordsOf(Object.values(contract.operations)).flatMap((schema) =>
    (schema.rules ?? [])
      .filter(({ kind, fields = [] }) => kinds.has(kind) && !fields.some((field) => field.includes('[]')))
      .map((rule) => [`${rule.kind} ${rule.fields?.join(', ')}`, schema, rule] as const),
  );

  it('has such rules', () => expect(rows.length).toBeGreaterThan(10));

  it.each(rows)('%s', async (_name, schema, rule) => {
    const checkRequest = requestCheckerOf({ version: contract.version, operations: { ThingMake: taking(schema) } });
    for (const fields of subsets(rule.fields ?? [])) {
      const body = fields.reduce<FieldValues>(
        (record, field) => put(record, field.split('.'), smallest(schema, field)),
        {},
      );
      const { message } = await checkRequest({
        method: 'POST',
        url: '/things',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const isBroken = breaks(rule, body, (field) => isRecord(schema, field));
      expect([JSON.stringify(body), message.includes(rule.description.replace(/\.$/, ''))]).toEqual([
        JSON.stringify(body),
        isBroken,
      ]);
      // An object with named properties, or a marker, counts as present.
      for (const field of fields) expect(at(body, field)).toBeDefined();
    }
  });
});

/** All rules of a contract, in requests and responses. */
function rulesIn(value: unknown, seen = new Set<unknown>()): readonly SchemaRule[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'to' && typeof inner === 'function') return rulesIn((inner as () => unknown)(), seen);
    if (key === 'rules' && Array.isArray(inner)) return inner as SchemaRule[];
    return rulesIn(inner, seen);
  });
}

describe('1.44', () => {
  const rules = rulesIn(contracts['1.44']);

  it('enforces every rule of the specification that engines enforce', () => {
    const enforced = new Set(rules.map(({ kind, description }) => `${kind} ${description}`));
    const expected = specifiedRules(specification.root.root)
      .filter(({ kind, later }) => later !== true && kind !== 'engine' && kind !== 'note')
      .map(({ kind, sentence }) => `${kind} ${sentence}`);
    expect(expected.length).toBeGreaterThan(80);
    expect(expected.filter((rule) => !enforced.has(rule))).toEqual([]);
  });

  const expressions = rules
    .filter(({ kind }) => kind === 'matches' || kind === 'distinct-paths')
    .map(({ value }) => (Array.isArray(value) ? value.map(String) : [String(value)]));

  // A quadratic expression takes seconds for the first input, and minutes for a body of 16 MiB.
  it.each(expressions)('%s takes linear time', (pattern, flags) => {
    const expression = new RegExp(pattern ?? '', flags);
    const start = process.cpuUsage();
    for (const prefix of ['', 'x:', '/', 'name:/'])
      for (const part of [':', '/', '.', '0', 'a', ',', ' ', '-', '/.', 'ro,', '=', '0-', 'a:'])
        expression.test(`${prefix}${part.repeat(60_000)}!`);
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(3);
  });
});

interface SpecifiedRule {
  readonly kind: string;
  readonly later?: boolean;
  readonly sentence: string;
}

function specifiedRules(node: unknown): readonly SpecifiedRule[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'x-lading-rules' ? (value as SpecifiedRule[]) : specifiedRules(value),
  );
}

function taking(schema: ObjectSchema): OperationContract {
  return {
    id: 'ThingMake',
    noun: 'thing',
    verb: 'make',
    method: 'POST',
    path: '/things',
    body: { kind: 'json', schema: schema },
    responses: { 200: { kind: 'nothing' } },
  };
}

/** The records with rules in the bodies of requests. */
function recordsOf(operations: readonly OperationContract[]): readonly ObjectSchema[] {
  const seen = new Set<Schema>();
  const visit = (schema: Schema): void => {
    const own = target(schema);
    if (seen.has(own)) return;
    seen.add(own);
    if (own.kind === 'object') for (const { schema: inner } of Object.values(own.fields)) visit(inner);
    if (own.kind === 'array') visit(own.items);
    if (own.kind === 'map') visit(own.values);
    if (own.kind === 'union') own.options.forEach(visit);
  };
  for (const { body } of operations) if (body?.kind === 'json') visit(body.schema);
  return [...seen].filter(
    (schema): schema is ObjectSchema => schema.kind === 'object' && (schema.rules ?? []).length > 0,
  );
}

/** The empty subset, each field, and each pair of fields. */
function subsets(fields: readonly string[]): readonly (readonly string[])[] {
  const pairs = fields.flatMap((a, index) => fields.slice(index + 1).map((b) => [a, b]));
  return [[], ...fields.map((field) => [field]), ...pairs];
}

function smallest(schema: ObjectSchema, field: string): unknown {
  const own = target(fieldSchema(schema, field));
  switch (own.kind) {
    case 'object':
    case 'map':
      return {};
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    case 'enum':
      return own.values[0];
    default:
      return '';
  }
}

function put(record: FieldValues, [name = '', ...rest]: readonly string[], value: unknown): FieldValues {
  return { ...record, [name]: rest.length === 0 ? value : put((record[name] ?? {}) as FieldValues, rest, value) };
}
