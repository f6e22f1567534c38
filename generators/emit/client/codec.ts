/** The positions of 64-bit integers in the responses of a version, as data with which the exact entry point reads them as `bigint`. */
import {
  call,
  constant,
  entryKey,
  list,
  literal,
  mention,
  object,
  type Code,
  type Declaration,
  type CodeEntry,
  containsInt64,
  type Type,
} from '../../emitter/index.js';
import type { ClientEmitContext } from './client-emit-context.js';

/**
 * The format of the runtime: the value itself, a schema, every entry of an array or map, several locations, or fields.
 */
type Int64Location = true | string | readonly Int64Location[] | ReadonlyMap<string, Int64Location>;
type Int64Locations = ReadonlyMap<string, Int64Location>;

/** Returns the locations and the codec. @param base the exact entry point of the extended version */
export function codecDeclarations(context: ClientEmitContext, base?: ClientEmitContext): readonly Declaration[] {
  const { codec, places } = context.names;
  const { exact } = context.runtime;
  const part = (name: 'responses' | 'schemas', of: (context: ClientEmitContext) => Int64Locations): CodeEntry => {
    const inherited = base === undefined ? [] : [`...${mention(base.names.places)}.${name}`];
    const own = differing(of(context), base && of(base));
    const entries = own.map(([key, place]): CodeEntry => [
      entryKey(key),
      place === undefined ? 'undefined' : placeCode(place),
    ]);
    return [name, object([...inherited, ...entries], 'open')];
  };
  return [
    {
      symbols: [places],
      statements: [
        constant({
          name: places.name,
          type: exact('ExactPlaces'),
          value: object([part('responses', responsesOf), part('schemas', schemasOf)], 'open'),
          comment: 'The positions of 64-bit integers: in the response of each operation, and in each schema.',
        }),
      ],
    },
    {
      symbols: [codec],
      statements: [
        constant({
          name: codec.name,
          type: exact('JsonCodec'),
          value: call(`/* @__PURE__ */ ${exact('exactJson')}`, places.name),
          comment: 'Reads and writes JSON with exact integers.',
        }),
      ],
    },
  ];
}

/** Returns the locations that differ from the base; a location that only the base has is undefined. */
function differing(
  places: Int64Locations,
  base: Int64Locations = new Map(),
): readonly (readonly [string, Int64Location | undefined])[] {
  const text = (place: Int64Location | undefined) => place && JSON.stringify(placeCode(place));
  return [...new Set([...base.keys(), ...places.keys()])]
    .filter((name) => text(places.get(name)) !== text(base.get(name)))
    .map((name) => [name, places.get(name)] as const);
}

function responsesOf(context: ClientEmitContext): Int64Locations {
  const isIn = containsInt64(context.api);
  return new Map(
    context.api.operations.flatMap((operation) => {
      const { json } = context.runtime.reading(operation, context);
      return json !== undefined && isIn(json) ? [[operation.id, placeOf(json, isIn)] as const] : [];
    }),
  );
}

/**
 * Returns the locations in schemas that responses refer to. Requests need none: their values are written as they are.
 */
function schemasOf(context: ClientEmitContext): Int64Locations {
  const isIn = containsInt64(context.api);
  const all = new Map(context.api.schemas.map(({ name, type }) => [name, type]));
  const found = new Map<string, Int64Location>();
  const follow = (place: Int64Location): void => {
    if (place === true) return;
    if (typeof place !== 'string') return place.forEach(follow);
    const type = all.get(place);
    if (type === undefined || found.has(place)) return;
    const schema = placeOf(type, isIn);
    found.set(place, schema);
    follow(schema);
  };
  responsesOf(context).forEach(follow);
  return found;
}

/** Returns the location in a type that contains a large integer. @param isIn tells whether a type contains one */
function placeOf(type: Type, isIn: (type: Type) => boolean): Int64Location {
  switch (type.kind) {
    case 'reference':
      return type.name;
    case 'array':
      return [several([...(type.prefixItems ?? []), type.items].filter(isIn).map((item) => placeOf(item, isIn)))];
    case 'map':
      return [placeOf(type.values, isIn)];
    case 'union':
      return several(type.options.filter(isIn).map((option) => placeOf(option, isIn)));
    case 'intersection':
      return several(type.parts.filter(isIn).map((part) => placeOf(part, isIn)));
    case 'record': {
      const bases = type.bases.filter((name) => isIn({ kind: 'reference', name }));
      const fields = type.fields.filter((field) => isIn(field.type));
      const own = new Map(fields.map((field) => [field.name, placeOf(field.type, isIn)]));
      return several(own.size === 0 ? bases : [...bases, own]);
    }
    default:
      return true;
  }
}

/**
 * Combines locations. A single one is returned directly, since an array of one means the entries of an array or map.
 */
function several(places: readonly Int64Location[]): Int64Location {
  const [only, ...more] = places;
  return only !== undefined && more.length === 0 ? only : places;
}

function placeCode(place: Int64Location): Code {
  if (place === true) return 'true';
  if (typeof place === 'string') return literal(place);
  if (isList(place)) return list(place.map(placeCode));
  return object([...place].map(([name, inner]): CodeEntry => [entryKey(name), placeCode(inner)]));
}

function isList(place: Int64Location): place is readonly Int64Location[] {
  return Array.isArray(place);
}
