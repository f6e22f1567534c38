/** Every property of every body changes something, or `parameters/without-effect.yaml` says why not. */
import { readFileSync } from 'node:fs';
import { contract } from '@lading/contract-v1.44';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ValueSchema } from '../src/values/fill-required.js';
import { ParameterScene } from './parameter-scene.js';
import type { Json } from './partial-bodies.js';

interface BodyCase {
  readonly prepare?: readonly string[];
  readonly call: string;
  readonly base: Json;
  readonly reads: readonly string[];
  readonly undo?: string;
  readonly swarm?: boolean;
  readonly users?: boolean;
}

interface Bodies {
  readonly cases: Readonly<Record<string, BodyCase>>;
  readonly keys: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** By the path of the property. */
  readonly beside: Readonly<Record<string, Json>>;
  /** The files of tests by operation and property. */
  readonly elsewhere: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const read = (name: string): unknown => parse(readFileSync(new URL(`parameters/${name}`, import.meta.url), 'utf8'));
const { cases, keys, values, beside, elsewhere } = read('bodies.yaml') as Bodies;
const withoutEffect = read('without-effect.yaml') as Readonly<Record<string, Readonly<Record<string, string>>>>;

type Path = readonly (string | number)[];

interface Property {
  readonly path: Path;
  readonly candidates: readonly Candidate[];
}

interface Candidate {
  readonly value: unknown;
  /** Whether the value has a meaning for the property, so that its refusal is an effect. */
  readonly isMeant: boolean;
}

it('has a case for each operation with a JSON body of properties', () => {
  const operations = Object.entries(contract.operations)
    .filter(([, { body }]) => body?.kind === 'json' && plain(body.schema).kind === 'object')
    .map(([id]) => id);
  expect(Object.keys(cases).sort()).toEqual(operations.sort());
});

it.each(Object.entries(cases))(
  '%s: each property has an effect, or a reason',
  async (id, each) => {
    const body = contract.operations[id]?.body;
    if (body?.kind !== 'json') throw new Error(`${id} has no JSON body`);
    const scene = new ParameterScene();
    await scene.open({ call: '', ...(each.swarm === true && { swarm: true }) }, each.users === true);
    const none: string[] = [];
    for (const property of propertiesOf(id, body.schema, [], []))
      if (!(await hasEffect(scene, id, each, property))) none.push(nameOf(property.path));
    await scene.close();
    const reasons = Object.keys(withoutEffect[id] ?? {}).filter((name) => name.startsWith('/'));
    for (const [name, file] of Object.entries(elsewhere[id] ?? {}))
      expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(name.split('/').at(-1));
    reasons.push(...Object.keys(elsewhere[id] ?? {}));
    // A reason is one for all properties below it.
    expect(none.filter((name) => !reasons.some((reason) => isBelow(name, reason)))).toEqual([]);
    expect(reasons.filter((reason) => !none.some((name) => isBelow(name, reason)))).toEqual([]);
  },
  300_000,
);

function isBelow(name: string, reason: string): boolean {
  return name === reason || name.startsWith(`${reason}/`);
}

function nameOf(path: Path): string {
  return `/${path.filter((part) => typeof part === 'string').join('/')}`;
}

async function hasEffect(
  scene: ParameterScene,
  id: string,
  each: BodyCase,
  { path, candidates }: Property,
): Promise<boolean> {
  const [needed] = Object.keys(beside)
    .filter((beginning) => `${id}${nameOf(path)}`.startsWith(beginning) || nameOf(path).startsWith(beginning))
    .sort((one, other) => other.length - one.length);
  const around = withValue(merged(each.base, beside[needed ?? ''] ?? {}), path.slice(0, -1), {});
  const without = await observed(scene, each, withoutValue(around, path) as Json);
  let isAccepted = false;
  let isRefusedOtherwise = false;
  for (const { value, isMeant } of candidates) {
    const changed = await observed(scene, each, withValue(around, path, value) as Json);
    const isDifferent = changed.text !== without.text;
    if (isDifferent && (isMeant || changed.status < 300)) return true;
    isAccepted ||= changed.status < 300;
    isRefusedOtherwise ||= isDifferent;
  }
  return !isAccepted && isRefusedOtherwise;
}

async function observed(scene: ParameterScene, { prepare = [], call, reads, undo }: BodyCase, body: Json) {
  let id = '';
  for (const line of prepare) id = idOf((await scene.exchange(line)).text) || id;
  const { status, text } = await scene.exchange(`${call.replace('/ID/', `/${id}/`)} ${JSON.stringify(body)}`);
  id = idOf(text) || id;
  const seen = [`${status} ${text}`];
  if (status < 300)
    for (const view of reads) {
      const line = view.startsWith('/') ? `GET ${view}` : view;
      seen.push((await scene.exchange(line.replace('ID', id))).text);
    }
  if (undo !== undefined) await scene.exchange(undo.replace('ID', id));
  return { status, text: masked(seen.join('\n')) };
}

function idOf(text: string): string {
  const { Id, ID, Name } = (text.startsWith('{') ? JSON.parse(text) : {}) as Readonly<Record<string, string>>;
  return Id ?? ID ?? Name ?? '';
}

/** Identifiers, addresses and moments differ from one request to the next. */
function masked(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'ID')
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'SHORT')
    .replaceAll(/\b[0-9a-z]{25}\b/g, 'ID')
    .replaceAll(/\b(name_|refusal)\d+/g, 'NAME')
    .replaceAll(/"TLSInfo":\{[^}]*\}|SWMTKN-[\w-]+/g, 'SECRET')
    .replaceAll(/"Index":\d+/g, '"Index":0')
    .replaceAll(/"(CreatedAt|UpdatedAt|Created|time|timeNano)":("[^"]*"|\d+)/g, '"$1":0');
}

function* propertiesOf(
  id: string,
  schema: ValueSchema,
  path: Path,
  around: readonly ValueSchema[],
): Iterable<Property> {
  const target = plain(schema);
  if (around.filter((each) => each === target).length > 0) return;
  const inside = [...around, target];
  switch (target.kind) {
    case 'object':
      for (const [name, field] of Object.entries(target.fields))
        yield* propertyOf(id, field.schema, [...path, name], inside);
      return;
    case 'union':
      for (const option of target.options) yield* propertiesOf(id, option, path, inside);
      return;
    default:
  }
}

/** A property whose values have properties stands for these. */
function* propertyOf(id: string, schema: ValueSchema, path: Path, around: readonly ValueSchema[]): Iterable<Property> {
  const target = plain(schema);
  const name = String(path.at(-1));
  const inner =
    target.kind === 'array'
      ? { schema: target.items, path: [...path, 0] }
      : target.kind === 'map'
        ? { schema: target.values, path: [...path, keys[name] ?? 'x'] }
        : { schema: target, path };
  const below = [...propertiesOf(id, inner.schema, inner.path, around)];
  if (below.length > 0) yield* below;
  else yield { path, candidates: candidatesOf(id, target, path) };
}

function candidatesOf(id: string, schema: ValueSchema, path: Path): readonly Candidate[] {
  const name = String(path.at(-1));
  const own = values[`${id}${nameOf(path)}`] ?? values[name];
  const meant = (own ?? []).map((value) => ({ value, isMeant: true }));
  // Values of one path are all that make sense there.
  return values[`${id}${nameOf(path)}`] === undefined ? [...meant, ...generalValues(schema, keys[name] ?? 'x')] : meant;
}

function generalValues(schema: ValueSchema, key: string): readonly Candidate[] {
  const meant = (all: readonly unknown[]) => all.map((value) => ({ value, isMeant: true }));
  switch (schema.kind) {
    case 'array':
      return generalValues(plain(schema.items), key).map(({ value, isMeant }) => ({ value: [value], isMeant }));
    case 'map':
      return generalValues(plain(schema.values), key).map(({ value, isMeant }) => ({
        value: { [key]: value },
        isMeant,
      }));
    case 'boolean':
      return meant([true, false]);
    case 'enum':
      return meant(schema.values);
    case 'integer':
      return meant([1, 100, 10_000_000]);
    case 'number':
      return meant([1.5, 100]);
    case 'string':
      return ['x', '/x', '1'].map((value) => ({ value, isMeant: false }));
    case 'object':
      return meant([{}]);
    default:
      return meant([{ x: 1 }, 'x']);
  }
}

function plain(schema: ValueSchema): ValueSchema {
  if (schema.kind === 'ref') return plain(schema.to());
  return schema.kind === 'nullable' ? plain(schema.of) : schema;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function merged(base: unknown, value: unknown): unknown {
  if (!isObject(base) || !isObject(value)) return value;
  const result: Record<string, unknown> = { ...base };
  for (const [name, each] of Object.entries(value)) result[name] = name in result ? merged(result[name], each) : each;
  return result;
}

/** Returns the body with a value at the path; objects that are there stay. */
function withValue(body: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return isObject(body) && isObject(value) ? { ...body, ...value } : value;
  if (typeof first === 'number') return [withValue(Array.isArray(body) ? body[first] : undefined, rest, value)];
  const own = isObject(body) ? body : {};
  return { ...own, [first]: withValue(own[first], rest, value) };
}

function withoutValue(body: unknown, [first, ...rest]: Path): unknown {
  if (typeof first === 'number') return [withoutValue((body as readonly unknown[])[first], rest)];
  const { [first ?? '']: own, ...others } = body as Json;
  return rest.length === 0 ? others : { ...others, [first ?? '']: withoutValue(own, rest) };
}
