/** Every parameter, filter and header of every operation changes something, or `parameters/without-effect.yaml` says why not. */
import { readFileSync } from 'node:fs';
import { contracts } from '@lading/conversions/contracts';
import { contract as base } from '@lading/contract-v1.44';
import { expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import type { ValueSchema } from '../src/values/fill-required.js';
import { callOf, calls, ParameterScene, type ParameterCall, type Variant } from './parameter-scene.js';

const newest = await contracts['1.55']!();
type Operation = (typeof base.operations)[string];

/** The reasons by operation and parameter; a filter is `filters.name`. */
const withoutEffect = parse(
  readFileSync(new URL('parameters/without-effect.yaml', import.meta.url), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Difference {
  readonly name: string;
  readonly without: Variant;
  readonly values: readonly Variant[];
}

const operations = Object.entries({ ...newest.operations, ...base.operations });

// A run of few takes an eighth of the operations.
const isDrawn = (index: number): boolean => inject('isFullRun') || (index + inject('seed')) % 8 === 0;

for (const [index, [id]] of operations.entries())
  it.skipIf(!isDrawn(index))(`${id}: each parameter has an effect, or a reason`, { timeout: 300_000 }, async () => {
    const call = calls[id];
    if (call === undefined) throw new Error(`parameters/calls.yaml has no call of ${id}`);
    const none: string[] = [];
    for (const { name, without, values } of differencesOf(id, call)) {
      let hasEffect = await isDifferent(callOf(call, name), without, values);
      // On a busy machine, time may pass during a request.
      for (let again = 0; hasEffect && name in (withoutEffect[id] ?? {}) && again < 8; again += 1) {
        cache.clear();
        hasEffect = await isDifferent(callOf(call, name), without, values);
      }
      if (!hasEffect) none.push(name);
    }
    expect(none).toEqual(Object.keys(withoutEffect[id] ?? {}).filter((name) => !name.startsWith('/')));
  });

it('lists the parameters without effect in the documentation', () => {
  const page = readFileSync(new URL('../docs/parameters.md', import.meta.url), 'utf8');
  const entries = Object.entries(withoutEffect).flatMap(([id, reasons]) =>
    [...new Set(Object.values(reasons))].map((reason) => {
      const names = Object.keys(reasons).filter((name) => reasons[name] === reason);
      return `- \`${id}\`: ${names.map((name) => `\`${name}\``).join(', ')}. ${reason}`;
    }),
  );
  expect(page.split('\n').filter((line) => line.startsWith('- '))).toEqual(entries);
});

function* differencesOf(id: string, call: ParameterCall): Iterable<Difference> {
  const seen = new Set<string>();
  for (const [version, operation] of [
    ['1.44', base.operations[id]],
    ['1.55', newest.operations[id]],
  ] as const) {
    if (operation === undefined) continue;
    for (const difference of differencesAt(version, operation, call)) {
      if (seen.has(difference.name)) continue;
      seen.add(difference.name);
      yield difference;
    }
  }
}

function* differencesAt(
  version: string,
  { path, parameters = {} }: Operation,
  call: ParameterCall,
): Iterable<Difference> {
  if (parameters.path !== undefined) {
    const missing = path.replaceAll(/\{\w+\}/g, 'missing');
    for (const name of Object.keys(parameters.path))
      yield { name, without: { version, path: missing }, values: [{ version }] };
  }
  for (const [name, { schema }] of Object.entries(parameters.query ?? {})) {
    const plain = plainSchema(schema);
    if (name === 'filters' && plain.kind === 'object') {
      const others = call.with?.filters ?? {};
      const query = (filters: object) => ({ ...call.with?.query, filters: JSON.stringify(filters) });
      for (const filter of Object.keys(plain.fields)) {
        const value = call.filters?.[filter];
        if (value === undefined) throw new Error(`${path}: parameters/calls.yaml has no value of the filter ${filter}`);
        const { [filter]: _, ...without } = others;
        yield {
          name: `filters.${filter}`,
          without: { version, query: query(without) },
          values: [{ version, query: query({ ...others, [filter]: [String(value)] }) }],
        };
      }
      continue;
    }
    yield {
      name,
      without: { version, query: { [name]: undefined } },
      values: valuesOf(path, name, plain, call).map((value) => ({ version, query: { [name]: value } })),
    };
  }
  for (const [name, { schema }] of Object.entries(parameters.headers ?? {}))
    yield {
      name,
      without: { version, headers: { [name]: undefined } },
      values: valuesOf(path, name, plainSchema(schema), call).map((value) => ({ version, headers: { [name]: value } })),
    };
}

function plainSchema(schema: ValueSchema): ValueSchema {
  if (schema.kind === 'ref') return plainSchema(schema.to());
  return schema.kind === 'nullable' ? plainSchema(schema.of) : schema;
}

const credentials = Buffer.from('{"username":"me","password":"secret"}').toString('base64');

function valuesOf(path: string, name: string, schema: ValueSchema, call: ParameterCall): readonly string[] {
  const value = call.values?.[name];
  if (value !== undefined) return [String(value)];
  if (name === 'X-Registry-Auth') return [credentials];
  if (schema.kind === 'boolean') return ['true', 'false'];
  if (schema.kind === 'enum') return schema.values as readonly string[];
  if (schema.kind === 'integer') return ['1'];
  throw new Error(`${path}: parameters/calls.yaml has no value of ${name}`);
}

/** Whether a value changes the response, or what clients see afterwards. */
async function isDifferent(call: ParameterCall, without: Variant, values: readonly Variant[]): Promise<boolean> {
  const plain = await observed(call, without);
  for (const value of values) {
    const changed = await observed(call, value);
    if (changed.response !== plain.response || changed.state !== plain.state) return true;
  }
  return false;
}

const cache = new Map<string, { readonly response: string; readonly state: string }>();

async function observed(call: ParameterCall, variant: Variant) {
  // What a variant removes is undefined, and part of the key.
  const key = JSON.stringify([call.call, variant], (_name, value: unknown) => value ?? null);
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const scene = new ParameterScene();
  await scene.open(call, call.users === true && variant.headers !== undefined);
  const response = await scene.send(call, variant);
  const state = /^(GET|HEAD) /.test(call.call) ? '' : await scene.state(call);
  await scene.close();
  const result = { response, state };
  cache.set(key, result);
  return result;
}
