/** Reads bodies and responses: the type of each media type, and streams. */
import { get, isObject, type JsonObject } from '../document/index.js';
import {
  streamKinds,
  type Response,
  type Body,
  type Content,
  type Field,
  type Stream,
  type Type,
} from '../ir/index.js';
import { exampleOf, versionRangeOf, notesOf } from './notes.js';
import type { TypeReader } from './type-reader.js';
import type { Node } from './source.js';
import { pascalCase } from './naming.js';

/** Reads the body of OpenAPI 3: `requestBody` with a schema per media type. */
export function bodyOf(schemas: TypeReader, node: Node, name: string): Body {
  const body = schemas.source.follow(node);
  return {
    required: get(body.value, 'required') === true,
    content: contentOf(schemas, body, name),
    ...notesOf(body.value),
  };
}

/** Reads the body of Swagger 2.0: a parameter, whose media types are in `consumes`. */
export function swaggerBodyOf(schemas: TypeReader, node: Node, consumes: readonly string[], name: string): Body {
  const schema = schemas.source.child(node, 'schema');
  const type: Type = schema === undefined ? { kind: 'any' } : schemas.use(schema, name);
  const stream = streamOf(node.value);
  return {
    required: get(node.value, 'required') === true,
    content: swaggerContent(type, consumes, stream),
    ...notesOf(node.value),
  };
}

interface ResponseContext {
  readonly schemas: TypeReader;
  /** The name of an inline schema of the response. */
  readonly name: string;
  /** Swagger 2.0: the media types of the operation. */
  readonly produces: readonly string[];
}

export function responseOf({ schemas, name, produces }: ResponseContext, status: string, node: Node): Response {
  const response = schemas.source.follow(node);
  const headers = schemas.source
    .entries(response, 'headers')
    .map(([key, header]) => headerOf(schemas, key, header, name));
  const stream = streamOf(response.value);
  const content = schemas.source.swagger
    ? swaggerResponse(schemas, status, response, name, produces, stream)
    : contentOf(schemas, response, name);
  // In 3.x each media type has its own stream; the stream of the response itself is the protocol of the connection.
  const connection = stream !== undefined && content.length === 0 ? { stream } : {};
  return { status, headers, content, ...connection, ...notesOf(response.value) };
}

function swaggerResponse(
  schemas: TypeReader,
  status: string,
  response: Node,
  name: string,
  produces: readonly string[],
  stream: Stream | undefined,
): readonly Content[] {
  const schema = schemas.source.child(response, 'schema');
  if (schema === undefined) return [];
  // `produces` lists the media types of successful responses; an error is a single value.
  const matching = /^2/.test(status) ? produces : produces.filter((mediaType) => !isJsonSequence(mediaType));
  return swaggerContent(schemas.use(schema, name), matching, stream);
}

function contentOf(schemas: TypeReader, node: Node, name: string): readonly Content[] {
  return schemas.source.entries(node, 'content').map(([mediaType, media]) => {
    const schema = schemas.source.child(media, 'schema');
    // Without a schema, the media type determines the type.
    const type: Type = schema === undefined ? { kind: isJson(mediaType) ? 'any' : 'bytes' } : schemas.use(schema, name);
    const example = exampleOf(media.value);
    return {
      ...content(mediaType, type, streamOf(media.value)),
      ...versionRangeOf(media.value),
      ...(example !== undefined && { example }),
    };
  });
}

function headerOf(schemas: TypeReader, name: string, node: Node, owner: string): Field {
  const header = schemas.source.follow(node);
  const schema = schemas.source.swagger ? header : (schemas.source.child(header, 'schema') ?? header);
  const { required: _required, ...value } = schema.value;
  const field = schemas.field(
    name,
    { ...schema, value },
    get(header.value, 'required') === true,
    `${owner}${pascalCase('header')}`,
  );
  return { ...field, ...notesOf(header.value) };
}

/** Values are sent as JSON, bytes as any media type but JSON, strings as the operation declares. */
function swaggerContent(type: Type, mediaTypes: readonly string[], stream: Stream | undefined): readonly Content[] {
  const json = mediaTypes.filter((mediaType) => isJson(mediaType) || isJsonSequence(mediaType));
  const other = mediaTypes.filter((mediaType) => !json.includes(mediaType));
  if (type.kind === 'bytes') {
    const plain = other.length === 1 ? other : other.filter((mediaType) => mediaType !== 'text/plain');
    return (plain.length > 0 ? plain : ['application/octet-stream']).map((mediaType) =>
      content(mediaType, type, stream),
    );
  }
  const fits = json.length === 0 && type.kind === 'string' ? other : json;
  return (fits.length > 0 ? fits : ['application/json']).map((mediaType) => content(mediaType, type, stream));
}

function content(mediaType: string, type: Type, declaredStream: Stream | undefined): Content {
  const stream = declaredStream ?? defaultStream(mediaType, type);
  return stream === undefined ? { mediaType, type } : { mediaType, type, stream };
}

/** The stream of a media type, if the document does not declare one. */
function defaultStream(mediaType: string, type: Type): Stream | undefined {
  if (type.kind !== 'bytes') return isJsonSequence(mediaType) ? { kind: 'json-lines' } : undefined;
  if (/multiplexed-stream$/.test(mediaType)) return { kind: 'multiplexed' };
  return /\bx-tar$/.test(mediaType) ? { kind: 'tar' } : { kind: 'raw' };
}

/** Reads `x-lading-stream: {kind: …}`; an unknown kind is ignored. */
function streamOf(value: JsonObject): Stream | undefined {
  const stream = get(value, 'x-lading-stream');
  const declaredKind = isObject(stream) ? get(stream, 'kind') : undefined;
  const kind = streamKinds.find((candidate) => candidate === declaredKind);
  return kind === undefined ? undefined : { kind };
}

function isJson(mediaType: string): boolean {
  return /[/+]json\b/i.test(mediaType) && !isJsonSequence(mediaType);
}

/** Whether a media type is a sequence of JSON values; its schema is that of one value. */
function isJsonSequence(mediaType: string): boolean {
  const [name = ''] = mediaType.split(';');
  return /[/+-](ndjson|jsonl|jsonlines|json-lines|json-seq|stream\+json)$/i.test(name.trim());
}
