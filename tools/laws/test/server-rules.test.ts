/** Rules about what is given, tried with the smallest legal value of every property that they name. */
import { describe, expect, it } from 'vitest';
import type { Operation } from '@lading/runtime-server';
import type { RecordShape, Shape } from '@lading/runtime-server/codegen';
import { contracts, judgeOf } from '../servers/judge.js';
import { at, breaks, target } from '../servers/rules.js';
import { fieldShape, isRecord } from '../servers/values.js';

type Values = Record<string, unknown>;

/** Kinds that ask only whether something is given. */
const kinds: ReadonlySet<string> = new Set([
  'at-least-one-of',
  'at-most-one-of',
  'exactly-one-of',
  'excludes',
  'requires',
]);

describe.each(Object.entries(contracts))('%s', (_version, contract) => {
  const rows = recordsOf(Object.values(contract.operations)).flatMap((shape) =>
    (shape.rules ?? [])
      .filter(({ kind, fields = [] }) => kinds.has(kind) && !fields.some((field) => field.includes('[]')))
      .map((rule) => [`${rule.kind} ${rule.fields?.join(', ')}`, shape, rule] as const),
  );

  it('has such rules', () => expect(rows.length).toBeGreaterThan(10));

  it.each(rows)('%s', async (_name, shape, rule) => {
    const judge = judgeOf({ version: contract.version, operations: { ThingMake: taking(shape) } });
    for (const fields of subsets(rule.fields ?? [])) {
      const body = fields.reduce<Values>((record, field) => put(record, field.split('.'), smallest(shape, field)), {});
      const { message } = await judge({
        method: 'POST',
        url: '/things',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const isBroken = breaks(rule, body, (field) => isRecord(shape, field));
      expect([JSON.stringify(body), message.includes(rule.says.replace(/\.$/, ''))]).toEqual([
        JSON.stringify(body),
        isBroken,
      ]);
      // A value that is there and is an object of named properties, or a mark, is given.
      for (const field of fields) expect(at(body, field)).toBeDefined();
    }
  });
});

function taking(shape: RecordShape): Operation {
  return {
    id: 'ThingMake',
    noun: 'thing',
    verb: 'make',
    method: 'POST',
    path: '/things',
    body: { kind: 'json', shape },
    answers: { 200: { kind: 'nothing' } },
  };
}

/** The records with rules in all that requests hold. */
function recordsOf(operations: readonly Operation[]): readonly RecordShape[] {
  const seen = new Set<Shape>();
  const visit = (shape: Shape): void => {
    const own = target(shape);
    if (seen.has(own)) return;
    seen.add(own);
    if (own.kind === 'record') for (const { shape: inner } of Object.values(own.fields)) visit(inner);
    if (own.kind === 'list') visit(own.items);
    if (own.kind === 'map') visit(own.values);
    if (own.kind === 'union') own.options.forEach(visit);
  };
  for (const { body } of operations) if (body?.kind === 'json') visit(body.shape);
  return [...seen].filter((shape): shape is RecordShape => shape.kind === 'record' && (shape.rules ?? []).length > 0);
}

/** No field, each field, and each pair of them. */
function subsets(fields: readonly string[]): readonly (readonly string[])[] {
  const pairs = fields.flatMap((a, index) => fields.slice(index + 1).map((b) => [a, b]));
  return [[], ...fields.map((field) => [field]), ...pairs];
}

function smallest(shape: RecordShape, field: string): unknown {
  const own = target(fieldShape(shape, field));
  switch (own.kind) {
    case 'record':
    case 'map':
      return {};
    case 'list':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    case 'choice':
      return own.values[0];
    default:
      return '';
  }
}

function put(record: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  return { ...record, [name]: rest.length === 0 ? value : put((record[name] ?? {}) as Values, rest, value) };
}
