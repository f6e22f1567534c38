/** Generates values of a type: often those that a conversion changes, and rarely others. */
import fc from 'fast-check';
import type { Api, Type } from 'lading/emitter';
import { resolved, propertiesOf, type Property } from './parts.js';

const absent = Symbol('absent');

// Strings that conversion rules name, and other special ones.
const strings = [
  '',
  'a',
  '<none>:<none>',
  '<none>@<none>',
  '0001-01-01T00:00:00Z',
  '2024-01-01T00:00:00Z',
  'SIGTERM',
  'local',
  '__proto__',
  'true',
  '0',
  '1',
];
const keys = ['a', 'b', 'constructor', '__proto__', 'StartInterval'];

/** Generates values of a type. @param isNear whether the conversion uses a path, or one below it */
export function valuesOf(api: Api, type: Type, isNear: (path: string) => boolean, path = ''): fc.Arbitrary<unknown> {
  const { type: inner, nullable } = resolved(api, type);
  const values = plain(api, inner, isNear, path);
  return nullable ? fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 6, arbitrary: values }) : values;
}

function plain(api: Api, type: Type, isNear: (path: string) => boolean, path: string): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'string':
      return fc.constantFrom(...strings);
    case 'integer':
    case 'number':
      return fc.constantFrom(type.minimum ?? 0, Math.max(type.minimum ?? 0, 1), Math.min(type.maximum ?? 4096, 4096));
    case 'boolean':
      return fc.boolean();
    case 'enum': {
      const values = type.values.map(({ value }) => value);
      return fc.constantFrom(...(type.open && type.of === 'string' ? [...values, 'something-new'] : values));
    }
    case 'array':
      return fc.array(valuesOf(api, type.items, isNear, `${path}[]`), { maxLength: 2 });
    case 'map':
      return fc
        .array(fc.tuple(fc.constantFrom(...keys), valuesOf(api, type.values, isNear, `${path}{}`)), { maxLength: 2 })
        .map(recordOf);
    case 'record':
      return recordValues(propertiesOf(api, type), api, isNear, path);
    case 'union':
      return fc.oneof(...type.options.map((option) => valuesOf(api, option, isNear, path)));
    case 'intersection':
      return fc.tuple(...type.parts.map((part) => valuesOf(api, part, isNear, path))).map(combined);
    case 'never':
      return fc.constant(undefined);
    case 'any':
      return fc.constantFrom<unknown>(1, 'a', null, { a: [1] });
    case 'bytes':
      return fc.constant('');
    case 'condition':
      throw new Error('values that fulfill a condition are not generated: no document of this API has one');
    case 'reference':
      throw new Error('a reference was not resolved');
  }
}

/** Merges objects; of other values, the last one counts. */
function combined(values: readonly unknown[]): unknown {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  return values.every(isObject) ? recordOf(values.flatMap((value) => Object.entries(value as object))) : values.at(-1);
}

function recordValues(
  properties: readonly Property[],
  api: Api,
  isNear: (path: string) => boolean,
  path: string,
): fc.Arbitrary<unknown> {
  const entries = properties.map(({ name, type, required }) => {
    const at = path === '' ? name : `${path}.${name}`;
    const near = isNear(at);
    // Properties that no rule names are rare: they only have to pass through.
    const values =
      near || required
        ? valuesOf(api, type, isNear, at)
        : fc.constant(null).chain(() => valuesOf(api, type, isNear, at));
    if (required) return values.map((value) => [name, value] as const);
    const weight = near ? 6 : 1;
    return fc
      .oneof({ weight, arbitrary: values }, { weight: near ? 2 : 15, arbitrary: fc.constant(absent) })
      .map((value) => [name, value] as const);
  });
  const unknown = fc.constantFrom<readonly [string, unknown]>(
    ['X-Unknown', absent],
    ['X-Unknown', absent],
    ['X-Unknown', { a: 1 }],
  );
  return fc.tuple(...entries, unknown).map((all) => recordOf(all.filter(([, value]) => value !== absent)));
}

/** Creates a record. Keys are data, also `__proto__`. */
function recordOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return record;
}
