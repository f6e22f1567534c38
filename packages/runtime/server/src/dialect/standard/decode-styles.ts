/** Decodes parameters in every style of OpenAPI: the inverse of what clients encode. */
import {
  decodeValue,
  styleSeparators,
  type Encoding,
  type ParameterContract,
  type Schema,
  type StyleEncoding,
} from '@lading/runtime-wire';
import { coerce, coerceOptions, type Texts } from './coerce.js';
import { decoded, type Pair } from './wire-pairs.js';

type Shape = 'scalar' | 'array' | 'object';
type Style = Required<Pick<StyleEncoding, 'style'>> & { readonly explode: boolean };

/** Decodes a parameter of the path (percent-encoded) or a header; undefined if it cannot be decoded. */
export function decodeText(
  name: string,
  { encoding, schema }: ParameterContract,
  text: string,
  unescape: (text: string) => string,
): unknown {
  const content = decodeContent(encoding, unescape(text), schema, name);
  if (content !== undefined) return content.value;
  const style = styleOf(encoding, 'simple');
  return decodeShapes(schema, (shape) => splitText(style, name, text, shape, unescape));
}

/**
 * Decodes a parameter of a query, a cookie or a form; undefined if it is absent.
 *
 * @param declared the names of all parameters, which are no properties of an object of any properties
 */
export function decodePairs(
  name: string,
  { encoding, schema }: Pick<ParameterContract, 'encoding' | 'schema'>,
  pairs: readonly Pair[],
  declared: readonly string[] = [],
): unknown {
  const own = pairs.filter((pair) => pair.name === name);
  const first = own[0];
  const content = first && decodeContent(encoding, decoded(first.text), schema, name);
  if (content !== undefined) return content.value;
  const style = styleOf(encoding, 'form');
  // Where both are allowed, a name that is repeated is an array.
  const isArray = style.explode && own.length > 1 && leavesOf(schema).some((leaf) => shapeOf(leaf) === 'array');
  return decodeShapes(schema, (shape, leaf) => {
    if (isArray && shape === 'scalar') return undefined;
    if (style.style === 'deepObject' && shape !== 'array')
      return shape === 'object' ? deepObject(name, pairs, declared) : first && decoded(first.text);
    // Some clients send every object as `deepObject`.
    if (shape === 'object' && style.explode)
      return ownProperties(leaf, pairs, declared) ?? deepObject(name, pairs, declared);
    if (first === undefined) return shape === 'object' ? deepObject(name, pairs, declared) : undefined;
    if (shape === 'scalar') return decoded(first.text);
    if (shape === 'array' && (style.explode || style.style === 'deepObject'))
      return own.map(({ text }) => decoded(text));
    // Some clients repeat the name of every array.
    const texts = own.map(({ text }) => text).filter((text) => text !== '');
    if (shape === 'array') return texts.flatMap((text) => splitItems(text, style)).map(decoded);
    return pairwise(texts.flatMap((text) => text.split(joinedBy(style))).map(decoded));
  });
}

/** Returns the separator of values that are not exploded; clients may send it unescaped. */
function joinedBy({ style }: Style): RegExp {
  const [, , joined] = styleSeparators[style];
  return new RegExp(`${joined}|[${decoded(joined)}]`, 'i');
}

/** Splits an array that is not exploded. Where clients send no empty items, a text with one has no separators: it is one item. */
function splitItems(text: string, style: Style): readonly string[] {
  const items = text.split(joinedBy(style));
  return styleSeparators[style.style][2] !== ',' && items.includes('') ? [text] : items;
}

/** Decodes JSON and texts of another media type. Returns undefined for styles. @throws WireError if it is not JSON */
function decodeContent(
  encoding: Encoding,
  text: string,
  schema: Schema,
  name: string,
): { readonly value: unknown } | undefined {
  if (encoding === 'json' || encoding === 'base64url-json') return { value: decodeValue(encoding, [text], name) };
  if (typeof encoding !== 'object' || !('mediaType' in encoding)) return undefined;
  if (/\bjson$/.test(encoding.mediaType)) return { value: decodeValue('json', [text], name) };
  return { value: coerce(schema, text) };
}

function styleOf(encoding: Encoding, usual: 'form' | 'simple'): Style {
  if (typeof encoding === 'object' && 'style' in encoding) {
    return { style: encoding.style, explode: encoding.explode === true };
  }
  return { style: usual, explode: encoding === 'repeated' };
}

/** Splits the text by the shape of each alternative of the schema, and returns the value of the one that it fits. */
function decodeShapes(schema: Schema, split: (shape: Shape, leaf: Schema) => Texts | undefined): unknown {
  const found = leavesOf(schema).flatMap((leaf) => {
    const texts = split(shapeOf(leaf), leaf);
    return texts === undefined ? [] : [{ schema: leaf, texts }];
  });
  // The names of an object's properties may be those of the query: what one option declares is a property for the others, too.
  const all = Object.fromEntries(found.flatMap(({ texts }) => (isObject(texts) ? Object.entries(texts) : [])));
  const values = found.map(({ schema: leaf, texts: own }) => {
    const texts = isObject(own) ? { ...all, ...own } : own;
    return { schema: leaf, texts, value: coerce(leaf, texts) };
  });
  return values.length > 1 ? coerceOptions(values) : values[0]?.value;
}

function isObject(texts: Texts): texts is { readonly [name: string]: Texts } {
  return typeof texts === 'object' && !Array.isArray(texts);
}

/** Returns the alternatives of a schema: the options of unions at any depth. */
function leavesOf(schema: Schema, seen: Set<Schema> = new Set()): readonly Schema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  switch (schema.kind) {
    case 'ref':
      return leavesOf(schema.to(), seen);
    case 'nullable':
      return leavesOf(schema.of, seen);
    case 'union':
      return schema.options.flatMap((option) => leavesOf(option, seen));
    default:
      return [schema];
  }
}

function shapeOf(schema: Schema): Shape {
  switch (schema.kind) {
    case 'array':
      return 'array';
    case 'object':
    case 'map':
      return 'object';
    case 'enum': {
      const [first = 'scalar', ...others] = schema.values.map(shapeOfConstant);
      return others.every((shape) => shape === first) ? first : 'scalar';
    }
    case 'intersection': {
      const shapes = schema.parts.flatMap((part) => leavesOf(part)).map(shapeOf);
      return shapes.find((shape) => shape !== 'scalar') ?? 'scalar';
    }
    default:
      return 'scalar';
  }
}

function shapeOfConstant(value: unknown): Shape {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null ? 'object' : 'scalar';
}

function splitText(
  { style, explode }: Style,
  name: string,
  text: string,
  shape: Shape,
  unescape: (text: string) => string,
): Texts {
  const [prefix, exploded] = styleSeparators[style];
  const content = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const withoutName = (part: string): string =>
    style !== 'matrix' ? part : part.startsWith(`${name}=`) ? part.slice(name.length + 1) : part === name ? '' : part;
  if (shape === 'scalar') return unescape(withoutName(content));
  if (shape === 'object' && explode && content.includes('=')) {
    return Object.fromEntries(
      assignments(content.split(exploded), exploded).map((part) => {
        const [key = '', ...rest] = part.split('=');
        return [unescape(key), unescape(rest.join('='))];
      }),
    );
  }
  // Some clients never explode objects.
  const isExploded = explode && shape === 'array' && exploded !== '&';
  const joined = withoutName(content);
  const parts = isExploded
    ? content.split(exploded).map(withoutName)
    : shape === 'array'
      ? splitItems(joined, { style, explode })
      : joined.split(joinedBy({ style, explode }));
  const items = text === '' ? [] : parts.map(unescape);
  return shape === 'array' ? items : pairwise(items);
}

/** Joins parts without `=` to the one before: clients do not escape the `.` of a number that is a property. */
function assignments(parts: readonly string[], separator: string): readonly string[] {
  return parts.reduce<readonly string[]>((all, part) => {
    const before = all.at(-1);
    return before === undefined || part.includes('=')
      ? [...all, part]
      : [...all.slice(0, -1), before + separator + part];
  }, []);
}

function pairwise(items: readonly string[]): Texts {
  return Object.fromEntries(
    items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] ?? ''] as const] : [])),
  );
}

/** Collects the properties that are parameters of their own; undefined if there are none. */
function ownProperties(schema: Schema, pairs: readonly Pair[], declared: readonly string[]): Texts | undefined {
  const names = propertyNames(schema);
  const isFree = (name: string) => !declared.includes(name) && !declared.includes(name.replace(/\[.*/s, ''));
  const given = new Map<string, string[]>();
  for (const { name, text } of pairs) {
    if (names === undefined ? isFree(name) : names.has(name))
      given.set(name, [...(given.get(name) ?? []), decoded(text)]);
  }
  if (given.size === 0) return undefined;
  return Object.fromEntries([...given].map(([name, texts]) => [name, texts.length === 1 ? (texts[0] ?? '') : texts]));
}

/** Returns undefined if the names are data. */
function propertyNames(schema: Schema): ReadonlySet<string> | undefined {
  if (schema.kind === 'object') return schema.rest === undefined ? new Set(Object.keys(schema.fields)) : undefined;
  if (schema.kind !== 'intersection') return undefined;
  const names = schema.parts.flatMap((part) => leavesOf(part)).map(propertyNames);
  return names.includes(undefined) ? undefined : new Set(names.flatMap((some) => [...(some ?? [])]));
}

/** Collects `name[key][key]=value`, except what is a parameter of its own. */
function deepObject(name: string, pairs: readonly Pair[], declared: readonly string[]): Texts | undefined {
  const object: Record<string, Texts> = Object.create(null) as Record<string, Texts>;
  let isGiven = false;
  for (const pair of pairs) {
    if (!pair.name.startsWith(`${name}[`) || declared.includes(pair.name)) continue;
    const keys = [...pair.name.slice(name.length).matchAll(/\[([^\]]*)\]/g)].map(([, key = '']) => key);
    isGiven = true;
    put(object, keys, decoded(pair.text));
  }
  return isGiven ? object : undefined;
}

function put(object: Record<string, Texts>, [key = '', ...rest]: readonly string[], text: string): void {
  const before = object[key];
  if (rest.length === 0) {
    object[key] = before === undefined ? text : [...(Array.isArray(before) ? (before as Texts[]) : [before]), text];
    return;
  }
  if (rest.length === 1 && rest[0] === '') return put(object, [key], text);
  const isObject = typeof before === 'object' && !Array.isArray(before);
  const inner = isObject ? (before as Record<string, Texts>) : (Object.create(null) as Record<string, Texts>);
  object[key] = inner;
  put(inner, rest, text);
}
