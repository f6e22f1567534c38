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
  type Entry,
} from '../../code/index.js';
import { containsInt64, type Type } from '../../ir/index.js';
import { readingOf, type EmitContext } from './reading.js';
import { exact } from './runtime.js';

/** As the run time has it: the value itself, a shape, every entry of a list or map, several places, or fields. */
type Place = true | string | readonly Place[] | ReadonlyMap<string, Place>;
type Places = ReadonlyMap<string, Place>;

/** @param base the exact entry of the version that this one extends */
export function codecDeclarations(context: EmitContext, base?: EmitContext): readonly Declaration[] {
  const { codec, places } = context.names;
  const part = (name: 'responses' | 'schemas', of: (context: EmitContext) => Places): Entry => {
    const inherited = base === undefined ? [] : [`...${mention(base.names.places)}.${name}`];
    const own = differing(of(context), base && of(base));
    const entries = own.map(([key, place]): Entry => [
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

/** What differs from the base; what it has and we have not is nowhere. */
function differing(places: Places, base: Places = new Map()): readonly (readonly [string, Place | undefined])[] {
  const text = (place: Place | undefined) => place && JSON.stringify(placeCode(place));
  return [...new Set([...base.keys(), ...places.keys()])]
    .filter((name) => text(places.get(name)) !== text(base.get(name)))
    .map((name) => [name, places.get(name)] as const);
}

function responsesOf(context: EmitContext): Places {
  const isIn = containsInt64(context.api);
  return new Map(
    context.api.operations.flatMap((operation) => {
      const { json } = readingOf(operation, context);
      return json !== undefined && isIn(json) ? [[operation.id, placeOf(json, isIn)] as const] : [];
    }),
  );
}

/** The shapes that answers lead to: requests are written as they are given. */
function schemasOf(context: EmitContext): Places {
  const isIn = containsInt64(context.api);
  const all = new Map(context.api.schemas.map(({ name, type }) => [name, type]));
  const found = new Map<string, Place>();
  const follow = (place: Place): void => {
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

/** @param isIn only for types in which a large integer stands */
function placeOf(type: Type, isIn: (type: Type) => boolean): Place {
  switch (type.kind) {
    case 'reference':
      return type.name;
    case 'list':
      return [placeOf(type.items, isIn)];
    case 'map':
      return [placeOf(type.values, isIn)];
    case 'union':
      return several(type.options.filter(isIn).map((option) => placeOf(option, isIn)));
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

/** A list of one place is that of every entry: a single place stands for itself. */
function several(places: readonly Place[]): Place {
  const [only, ...more] = places;
  return only !== undefined && more.length === 0 ? only : places;
}

function placeCode(place: Place): Code {
  if (place === true) return 'true';
  if (typeof place === 'string') return literal(place);
  if (isList(place)) return list(place.map(placeCode));
  return object([...place].map(([name, inner]): Entry => [entryKey(name), placeCode(inner)]));
}

function isList(place: Place): place is readonly Place[] {
  return Array.isArray(place);
}
