/** Reads the content of bodies and responses of OpenAPI 3: a type for each media type. */
import { equal, get, type JsonObject } from '../document/index.js';
import type { Body, Content, BodyPart, Type } from '../ir/index.js';
import { headersOf } from './headers.js';
import { exampleOf, extensionsOf, namedExamplesOf, versionRangeOf, notesOf } from './notes.js';
import { encodingIn } from './serialization.js';
import { declaredStream, defaultStream, defaultType, itemStream } from './streams.js';
import type { TypeReader } from './type-reader.js';
import type { Node, Source } from './source.js';

/** Reads the body of OpenAPI 3: `requestBody` with a schema per media type. */
export function bodyOf(schemas: TypeReader, node: Node, name: string): Body {
  const body = schemas.source.follow(node);
  return {
    required: get(body.value, 'required') === true,
    content: contentOf(schemas, body, name),
    ...notesOf(body.value),
  };
}

export function contentOf(schemas: TypeReader, node: Node, name: string): readonly Content[] {
  // An inline schema that several media types repeat is one type.
  const read: { readonly schema: JsonObject; readonly type: Type }[] = [];
  const entries = schemas.source.entries(node, 'content');
  const declaresJson = entries.some(([mediaType]) => mediaType === 'application/json');
  return entries.map(([mediaType, reference]) => {
    const media = schemas.source.follow(reference);
    const items = schemas.source.child(media, 'itemSchema');
    const schema = items ?? schemas.source.child(media, 'schema');
    const former = schema && read.find((one) => equal(one.schema, schema.value));
    const type = former?.type ?? (schema === undefined ? defaultType(mediaType) : schemas.use(schema, name));
    if (schema !== undefined) read.push({ schema: schema.value, type });
    const stream = declaredStream(media.value) ?? (items ? itemStream(mediaType) : defaultStream(mediaType, type));
    const parts = partsOf(schemas, media, { mediaType, schema, type }, name);
    const example = exampleOf(media.value);
    const isJson = !declaresJson && stream === undefined && isJsonOfAnyType(schemas, mediaType, type);
    return {
      mediaType: isJson ? 'application/json' : mediaType,
      type,
      ...(stream && { stream }),
      ...(parts.length > 0 && { parts }),
      ...versionRangeOf(media.value),
      ...(example !== undefined && { example }),
      ...namedExamplesOf(schemas.source, media),
      ...extensionsOf(media.value),
    };
  });
}

/** Whether content of any media type is JSON: only strings and bytes have another form. */
function isJsonOfAnyType(schemas: TypeReader, mediaType: string, type: Type): boolean {
  return /^(\*|application)\/\*$/.test(mediaType) && isStructured(schemas, type);
}

/** @param read the unions that were read: a union may contain itself, and many may contain the same one */
function isStructured(schemas: TypeReader, type: Type, read = new Set<Type>()): boolean {
  const resolved = schemas.resolved(type);
  if (resolved?.kind === 'union') {
    if (read.has(resolved)) return true;
    read.add(resolved);
    return resolved.options.every((option) => isStructured(schemas, option, read));
  }
  const kind = resolved?.kind === 'enum' ? resolved.of : resolved?.kind;
  return kind !== 'any' && kind !== 'string' && kind !== 'bytes';
}

interface Form {
  readonly mediaType: string;
  readonly schema: Node | undefined;
  readonly type: Type;
}

/** Reads `encoding` and `contentMediaType`: the parts of a form whose serialization is not the default. */
function partsOf(
  schemas: TypeReader,
  media: Node,
  { mediaType, schema, type }: Form,
  owner: string,
): readonly BodyPart[] {
  const isUrlencoded = /^application\/x-www-form-urlencoded\b/i.test(mediaType);
  const contents: ReadonlyMap<string, string> =
    schema && /^multipart\//i.test(mediaType) ? partMediaTypes(schemas.source, schema) : new Map<string, string>();
  const encodings = new Map(schemas.source.entries(media, 'encoding'));
  return [...new Set([...encodings.keys(), ...contents.keys()])].flatMap((name) => {
    const node = encodings.get(name) ?? { value: {}, path: media.path };
    const stated = (schemas.source.text(node, 'contentType') ?? '').split(',').flatMap((one) => one.trim() || []);
    const content = contents.get(name);
    const mediaTypes = stated.length === 0 && content !== undefined ? [content] : stated;
    // A string with JSON as its content is the text, and no JSON string.
    const isText =
      get(node.value, 'x-lading-text') === true || mediaTypes.some((one) => isJson(one) && one === content);
    const headers = headersOf(schemas, node, owner);
    const isStyled = ['style', 'explode', 'allowReserved', 'x-lading-style'].some((key) => key in node.value);
    // The fields of a URL-encoded form have no media types on the wire.
    const isJsonField = isUrlencoded && mediaTypes.some(isJson);
    const encoding = isStyled
      ? encodingIn(schemas, node, propertyType(schemas, type, name), 'form')
      : isJsonField && 'json';
    const part: BodyPart = {
      name,
      ...(mediaTypes.length > 0 && { mediaTypes }),
      ...(isText && { isText: true as const }),
      ...(encoding && encoding !== 'plain' && encoding !== 'repeated' && { encoding }),
      ...(headers.length > 0 && { headers }),
      ...extensionsOf(node.value),
    };
    return Object.keys(part).length > 1 ? [part] : [];
  });
}

function isJson(mediaType: string): boolean {
  return /[/+]json\b/i.test(mediaType);
}

function propertyType(schemas: TypeReader, type: Type, name: string, depth = 0): Type {
  const record = schemas.resolved(type);
  if (record?.kind !== 'record' || depth > 20) return { kind: 'any' };
  const own = record.fields.find((field) => field.name === name)?.type;
  const inherited = (base: string) => propertyType(schemas, { kind: 'reference', name: base }, name, depth + 1);
  return own ?? record.bases.map(inherited).find(({ kind }) => kind !== 'any') ?? { kind: 'any' };
}

/** Reads `contentMediaType`: the media types that the parts of a multipart body have without an encoding. */
const combinators = ['allOf', 'oneOf', 'anyOf'];

/** Returns the media types of the properties of the schema, or of the items of arrays, that state one. */
function partMediaTypes(source: Source, schema: Node): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const one of alternatives(source, schema)) {
    for (const [name, property] of source.entries(one, 'properties')) {
      const mediaType = found.get(name) ?? contentMediaType(source, property);
      if (mediaType !== undefined) found.set(name, mediaType);
    }
  }
  return found;
}

function contentMediaType(source: Source, property: Node): string | undefined {
  for (const one of alternatives(source, property)) {
    const mediaType = get(one.value, 'contentMediaType');
    // A string in another encoding is no content of the media type, but its text.
    const isEncoded = !/^([78]bit|binary)$/i.test(source.text(one, 'contentEncoding') ?? '8bit');
    if (typeof mediaType === 'string') return isEncoded ? undefined : mediaType;
    const items = source.child(one, 'items');
    if (items !== undefined) return contentMediaType(source, items);
  }
  return undefined;
}

/** Returns the schemas that describe the same value: the node, what it refers to, and what it combines; each once. */
function alternatives(source: Source, node: Node): readonly Node[] {
  const found = new Map<object, Node>();
  const visit = (one: Node): void => {
    if (found.has(one.value)) return;
    found.set(one.value, one);
    if ('$ref' in one.value) visit(source.follow(one));
    for (const key of combinators) for (const [, part] of source.entries(one, key)) visit(part);
  };
  visit(node);
  return [...found.values()];
}
