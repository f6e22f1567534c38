/** Where large integers stand in the answers of a version, as data: from it the exact entry reads them as `bigint`. */
import { entryKey, literal, mention, type Declaration } from '../../code/index.js';
import { largeIn, type Type } from '../../ir/index.js';
import { readingOf, type EmitContext } from './reading.js';
import { exact } from './runtime.js';

/** As the run time has it: the value itself, a shape, every entry of a list or map, several places, or fields. */
type Place = true | string | readonly Place[] | ReadonlyMap<string, Place>;
type Places = ReadonlyMap<string, Place>;

const WIDTH = 120;

/** @param base the exact entry of the version that this one extends */
export function codecDeclarations(context: EmitContext, base?: EmitContext): readonly Declaration[] {
  const { codec, places } = context.names;
  const part = (name: 'answers' | 'shapes', of: (context: EmitContext) => Places) => {
    const spread = base === undefined ? '' : `    ...${mention(base.names.places)}.${name},\n`;
    const own = differing(of(context), base && of(base));
    return `  ${name}: {\n${spread}${own.map(([key, place]) => entry(key, place, '    ')).join('')}  },\n`;
  };
  const table = `{\n${part('answers', answersOf)}${part('shapes', shapesOf)}}`;
  const said = '/** Where large integers stand: in the answer of each operation, and in each shape. */';
  const about = '/** JSON with exact integers. */';
  return [
    { symbols: [places], statements: [`${said}\nexport const ${places.name}: ${exact('ExactPlaces')} = ${table};`] },
    {
      symbols: [codec],
      statements: [
        `${about}\nexport const ${codec.name}: ${exact('JsonCodec')} = /* @__PURE__ */ ${exact('exactJson')}(${places.name});`,
      ],
    },
  ];
}

/** What differs from the base; what it has and we have not is nowhere. */
function differing(places: Places, base: Places = new Map()): readonly (readonly [string, Place | undefined])[] {
  const text = (place: Place | undefined) => place && inline(place);
  return [...new Set([...base.keys(), ...places.keys()])]
    .filter((name) => text(places.get(name)) !== text(base.get(name)))
    .map((name) => [name, places.get(name)] as const);
}

function answersOf(context: EmitContext): Places {
  const isIn = largeIn(context.api);
  return new Map(
    context.api.operations.flatMap((operation) => {
      const { json } = readingOf(operation, context);
      return json !== undefined && isIn(json) ? [[operation.id, placeOf(json, isIn)] as const] : [];
    }),
  );
}

/** The shapes that answers lead to: requests are written as they are given. */
function shapesOf(context: EmitContext): Places {
  const isIn = largeIn(context.api);
  const all = new Map(context.api.shapes.map(({ name, type }) => [name, type]));
  const found = new Map<string, Place>();
  const follow = (place: Place): void => {
    if (place === true) return;
    if (typeof place !== 'string') return place.forEach(follow);
    const type = all.get(place);
    if (type === undefined || found.has(place)) return;
    const shape = placeOf(type, isIn);
    found.set(place, shape);
    follow(shape);
  };
  answersOf(context).forEach(follow);
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

function inline(place: Place): string {
  if (place === true) return 'true';
  if (typeof place === 'string') return literal(place);
  if (isList(place)) return `[${place.map(inline).join(', ')}]`;
  return `{ ${[...place].map(([name, inner]) => `${entryKey(name)}: ${inline(inner)}`).join(', ')} }`;
}

/** One line where it fits, else one place a line: the form that prettier gives it. */
function entry(name: string | undefined, place: Place | undefined, indent: string): string {
  const before = name === undefined ? indent : `${indent}${entryKey(name)}: `;
  const line = `${before}${place === undefined ? 'undefined' : inline(place)},\n`;
  if (line.length - 1 <= WIDTH || place === undefined || place === true || typeof place === 'string') return line;
  const deeper = `${indent}  `;
  if (isList(place)) return `${before}[\n${place.map((one) => entry(undefined, one, deeper)).join('')}${indent}],\n`;
  return `${before}{\n${[...place].map(([key, one]) => entry(key, one, deeper)).join('')}${indent}},\n`;
}

function isList(place: Place): place is readonly Place[] {
  return Array.isArray(place);
}
