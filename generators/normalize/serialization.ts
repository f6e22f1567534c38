/** Reads the serialization of parameters, headers and parts of forms: styles, formats of Swagger 2.0, media types. */
import { get } from '../document/index.js';
import {
  encodingOfStyle,
  stylesIn,
  type EncodedStructure,
  type Encoding,
  type LiteralValue,
  type ParameterStyle,
  type Type,
} from '../ir/index.js';
import type { Node } from './source.js';
import type { TypeReader } from './type-reader.js';

/** The schema of a value that is serialized, and its encoding if that does not depend on the type. */
export interface SerializedSchema {
  readonly schema: Node;
  readonly encoding?: Encoding;
}

/** Finds the schema of a parameter or header of OpenAPI 3: its `schema`, that of its `content`, or that of encoded JSON. */
export function serializedSchema({ source }: TypeReader, node: Node): SerializedSchema {
  const [content] = source.entries(node, 'content');
  if (content !== undefined) {
    const [mediaType, media] = content;
    const schema = source.child(media, 'schema') ?? { value: {}, path: media.path };
    return { schema, encoding: /[/+]json\b/i.test(mediaType) ? 'json' : { mediaType } };
  }
  return encodedSchema(source.child(node, 'schema') ?? { value: {}, path: node.path }, source);
}

/** Reads `contentSchema`: the string is JSON of that schema. */
export function encodedSchema(schema: Node, source: TypeReader['source']): SerializedSchema {
  const encoded = source.child(schema, 'contentSchema');
  if (encoded === undefined) return { schema };
  return {
    schema: encoded,
    encoding: get(schema.value, 'contentEncoding') === 'base64url' ? 'base64url-json' : 'json',
  };
}

/** Reads the encoding that follows from the style. @param place the location: `query`, `form` for the part of a form */
export function encodingIn(schemas: TypeReader, node: Node, type: Type, place: string): Encoding {
  const structure = hasNestedItems(type, schemas) ? 'other' : structureOf(type, schemas);
  const allowReserved = get(node.value, 'allowReserved') === true && { allowReserved: true as const };
  if (schemas.source.swagger) return encodingOfStyle(structure, swaggerStyle(node, place));
  const stated = get(node.value, 'x-lading-style') ?? get(node.value, 'style');
  const style = stylesIn(place).find((one) => one === stated) ?? defaultStyle(place);
  const explode = get(node.value, 'explode');
  const isExploded = typeof explode === 'boolean' ? explode : style === 'form';
  return encodingOfStyle(structure, { style, ...(isExploded && { explode: true }), ...allowReserved });
}

/** Reads `collectionFormat`. */
function swaggerStyle(node: Node, place: string): { readonly style: ParameterStyle; readonly explode?: true } {
  switch (get(node.value, 'collectionFormat')) {
    case 'multi':
      return { style: 'form', explode: true };
    case 'ssv':
      return { style: 'spaceDelimited' };
    case 'tsv':
      return { style: 'tabDelimited' };
    case 'pipes':
      return { style: 'pipeDelimited' };
    default:
      return { style: defaultStyle(place) };
  }
}

function defaultStyle(place: string): ParameterStyle {
  return place === 'path' || place === 'header' ? 'simple' : 'form';
}

/** Without a schema, a value is taken as a scalar. */
function structureOf(type: Type, schemas: TypeReader): EncodedStructure {
  const resolved = schemas.resolved(type);
  switch (resolved?.kind) {
    case 'array':
      return 'array';
    case 'intersection': {
      const structures = resolved.parts.flatMap((part) =>
        part.kind === 'condition' ? [] : [structureOf(part, schemas)],
      );
      return structures.find((structure) => structure !== 'scalar') ?? 'scalar';
    }
    case 'condition':
      return 'scalar';
    case 'union':
      return commonStructure(resolved.options.map((option) => structureOf(option, schemas)));
    case 'enum':
      return commonStructure(resolved.values.map(({ value }) => structureOfConstant(value)));
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'bytes':
    case 'any':
      return 'scalar';
    default:
      return 'other';
  }
}

/** Whether items of an array are arrays or objects, for which only the encodings of styles have a form. */
function hasNestedItems(type: Type, schemas: TypeReader): boolean {
  const resolved = schemas.resolved(type);
  if (resolved?.kind !== 'array') return false;
  const items = schemas.resolved(resolved.items);
  return items?.kind === 'array' || structureOf(resolved.items, schemas) === 'other';
}

function structureOfConstant(value: LiteralValue): EncodedStructure {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null ? 'other' : 'scalar';
}

function commonStructure(structures: readonly EncodedStructure[]): EncodedStructure {
  const [first = 'other'] = structures;
  return structures.every((structure) => structure === first) ? first : 'other';
}
