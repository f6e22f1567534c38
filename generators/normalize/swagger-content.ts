/** Reads bodies and responses of Swagger 2.0: one schema, whose media types are in `consumes` and `produces`. */
import { get, objectOf } from '../document/index.js';
import type { Body, Content, BodyPart, Stream, Type } from '../ir/index.js';
import { notesOf } from './notes.js';
import { swaggerSchema } from './parameters.js';
import { encodingIn } from './serialization.js';
import { declaredStream, defaultStream, isJson, isJsonSequence } from './streams.js';
import type { TypeReader } from './type-reader.js';
import type { Node } from './source.js';

/** Reads the body: a parameter in `body`, or all parameters in `formData`. */
export function swaggerBody(
  schemas: TypeReader,
  parameters: readonly Node[],
  consumes: readonly string[],
  name: string,
): Body | undefined {
  const inside = (place: string) => parameters.filter((node) => schemas.source.text(node, 'in') === place);
  const [body] = inside('body');
  if (body !== undefined) return valueBody(schemas, body, consumes, name);
  const fields = inside('formData');
  return fields.length === 0 ? undefined : formBody(schemas, fields, consumes, name);
}

function valueBody(schemas: TypeReader, node: Node, consumes: readonly string[], name: string): Body {
  const schema = schemas.source.child(node, 'schema');
  const type: Type = schema === undefined ? { kind: 'any' } : schemas.use(schema, name);
  return {
    required: get(node.value, 'required') === true,
    content: swaggerContent(type, consumes, declaredStream(node.value)),
    ...notesOf(node.value),
  };
}

const formTypes: readonly string[] = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** Reads a form as a body of OpenAPI 3: an object, with the encodings of its properties. */
function formBody(schemas: TypeReader, nodes: readonly Node[], consumes: readonly string[], name: string): Body {
  const { source } = schemas;
  const fields = nodes.map((node) => ({ name: source.text(node, 'name') ?? '', node }));
  const isRequired = (node: Node) => get(node.value, 'required') === true;
  const properties = fields.map(({ name: key, node }) => {
    const description = source.text(node, 'description');
    return [key, { ...swaggerSchema(node).value, ...(description && { description }) }] as const;
  });
  const required = fields.filter(({ node }) => isRequired(node)).map((field) => field.name);
  const [{ node: first }] = fields as [(typeof fields)[number]];
  const value = { type: 'object', required, properties: objectOf(properties) };
  const type = schemas.use({ value, path: first.path }, name);
  const record = schemas.resolved(type);
  const parts = fields.flatMap(({ name: key, node }): readonly BodyPart[] => {
    const field = record?.kind === 'record' ? record.fields.find((one) => one.name === key) : undefined;
    const encoding = field && encodingIn(schemas, node, field.type, 'form');
    return encoding === undefined || encoding === 'plain' || encoding === 'repeated' ? [] : [{ name: key, encoding }];
  });
  const hasFile = nodes.some((node) => source.text(node, 'type') === 'file');
  const accepted = hasFile ? formTypes.slice(0, 1) : formTypes;
  const stated = accepted.filter((mediaType) => consumes.includes(mediaType));
  const mediaTypes = stated.length > 0 ? stated : accepted.slice(-1);
  return {
    required: nodes.some(isRequired),
    content: mediaTypes.map((mediaType) => ({ mediaType, type, ...(parts.length > 0 && { parts }) })),
  };
}

export interface ResponseContext {
  readonly schemas: TypeReader;
  /** The name of an inline schema of the response. */
  readonly name: string;
  /** The media types of the operation. */
  readonly produces: readonly string[];
}

/** Reads the content of a response. */
export function swaggerResponse(
  { schemas, name, produces }: ResponseContext,
  status: string,
  response: Node,
): readonly Content[] {
  const schema = schemas.source.child(response, 'schema');
  if (schema === undefined) return [];
  // `produces` lists the media types of successful responses; an error is a single value.
  const matching = /^2/.test(status) ? produces : produces.filter((mediaType) => !isJsonSequence(mediaType));
  return swaggerContent(schemas.use(schema, name), matching, declaredStream(response.value));
}

/** Values are sent as JSON or XML, bytes as any media type but JSON, strings as the operation declares. */
function swaggerContent(type: Type, mediaTypes: readonly string[], stream: Stream | undefined): readonly Content[] {
  const json = mediaTypes.filter((mediaType) => isJson(mediaType) || isJsonSequence(mediaType));
  const other = mediaTypes.filter((mediaType) => !json.includes(mediaType));
  if (type.kind === 'bytes') {
    const plain = other.length === 1 ? other : other.filter((mediaType) => mediaType !== 'text/plain');
    return (plain.length > 0 ? plain : ['application/octet-stream']).map((mediaType) =>
      content(mediaType, type, stream),
    );
  }
  const structured = mediaTypes.filter((mediaType) => json.includes(mediaType) || /[/+]xml\b/i.test(mediaType));
  const fits = json.length === 0 && type.kind === 'string' ? other : structured;
  return (fits.length > 0 ? fits : ['application/json']).map((mediaType) => content(mediaType, type, stream));
}

function content(mediaType: string, type: Type, declared: Stream | undefined): Content {
  const stream = declared ?? defaultStream(mediaType, type);
  return stream === undefined ? { mediaType, type } : { mediaType, type, stream };
}
