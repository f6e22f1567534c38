/** An OpenAPI document of 3.1 or later → tools, and the schemas that their inputs refer to. */
import type { Schema, Tool, ToolAnnotations } from './tool.js';

/** What the tool of an operation has from elsewhere than from its object in the document. */
export type ToolSource = Pick<Tool, 'operation' | 'group' | 'method' | 'path' | 'call' | 'name'> & {
  /** The locations whose parameters are in a separate object of the input of the client. @default none */
  readonly nested?: readonly string[];
  /** The locations that the client sends. @default path, query and headers */
  readonly locations?: readonly string[];
};

interface OperationObject {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required?: boolean; readonly description?: string; readonly content?: Contents };
  readonly responses?: Readonly<Record<string, { readonly content?: Contents; readonly 'x-lading-stream'?: unknown }>>;
}

interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly content?: Contents;
}

type Contents = Readonly<Record<string, { readonly schema?: Schema; readonly 'x-lading-stream'?: unknown }>>;

const readMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'];

/** What a method does by the definition of HTTP. One that writes may destroy, unless it is said not to. */
export function annotationsOf(method: string): ToolAnnotations {
  if (readMethods.includes(method)) return { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
  return { readOnlyHint: false, destructiveHint: true, idempotentHint: method === 'PUT' || method === 'DELETE' };
}

const hijacked = new Set(['upgrade', 'websocket', 'http2']);

/** Returns the tool of an operation; undefined if its response is a connection in both directions, which no result can be. */
export function toolOf(source: ToolSource, document: Schema): Tool | undefined {
  const { path, method, nested = [], locations = ['path', 'query', 'headers'], ...named } = source;
  const operation = operationObject(document, path, method);
  const responses = Object.entries(operation.responses ?? {});
  const streams = responses.flatMap(([, one]) =>
    [one, ...Object.values(one.content ?? {})].map((each) => each['x-lading-stream']),
  );
  const isHijacked = streams.some((stream) => hijacked.has(String((stream as { kind?: unknown } | undefined)?.kind)));
  if (isHijacked || responses.some(([status]) => status === '101')) return undefined;
  const { summary = named.operation, description, requestBody } = operation;
  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  const locationOf = (one: ParameterObject) => places[one.in] ?? one.in;
  for (const location of locations) {
    const parameters = (operation.parameters ?? []).filter((one) => locationOf(one) === location);
    if (parameters.length === 0) continue;
    const schemas = parameters.map((one) => [one.name, parameterSchema(one)] as const);
    const needed = parameters.filter((one) => one.required === true).map((one) => one.name);
    if (nested.includes(location)) {
      properties.set(location, objectSchema(schemas, needed));
      if (needed.length > 0) required.add(location);
    } else {
      for (const [name, schema] of schemas) properties.set(name, schema);
      for (const name of needed) required.add(name);
    }
  }
  const body = requestBody && bodySchema(requestBody.content ?? {});
  if (body !== undefined) {
    properties.set('body', withDescription(body.schema, requestBody?.description));
    if (requestBody?.required === true) required.add('body');
    if (body.range !== undefined) {
      const described = { type: 'string', description: `The media type of the body, one of ${body.range}.` };
      properties.set('contentType', described);
      if (requestBody?.required === true) required.add('contentType');
    }
  }
  return {
    ...named,
    method,
    path,
    title: summary,
    description: [summary, ...(description === undefined ? [] : [description])].join('\n\n'),
    input: objectSchema([...properties], [...required]),
    ...(body?.isBytes === true && { hasBytes: true }),
    annotations: annotationsOf(method),
  };
}

const places: Readonly<Record<string, string>> = { header: 'headers', cookie: 'cookies' };

function operationObject(document: Schema, path: string, method: string): OperationObject {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const item = paths[path];
  const others = item?.['additionalOperations'] as Readonly<Record<string, unknown>> | undefined;
  return (item?.[method.toLowerCase()] ?? others?.[method] ?? {}) as OperationObject;
}

function objectSchema(properties: readonly (readonly [string, Schema])[], required: readonly string[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The schema of the value: the client turns one of JSON into its text. */
function parameterSchema({ schema = {}, content = {}, description }: ParameterObject): Schema {
  const [first] = Object.values(content);
  const own = first?.schema ?? (schema['contentSchema'] as Schema | undefined) ?? schema;
  return withDescription(inputOf(own), description);
}

interface ToolBody {
  readonly schema: Schema;
  readonly isBytes: boolean;
  /** The range that the media type of the body is in, which the client does not know. */
  readonly range?: string;
}

function bodySchema(content: Contents): ToolBody | undefined {
  const all = Object.entries(content);
  const [mediaType, media] =
    all.find(([name, one]) => isJson(name) && one['x-lading-stream'] === undefined) ?? all[0] ?? [];
  if (mediaType === undefined) return undefined;
  if (isJson(mediaType) || /^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(mediaType))
    return { schema: inputOf(media?.schema ?? {}), isBytes: false };
  const range = /^(?!application|\*).*\*$/.test(mediaType) ? { range: mediaType } : {};
  if (mediaType.startsWith('text/')) return { schema: { type: 'string' }, isBytes: false, ...range };
  const description = `The bytes (${mediaType}) in base64.`;
  return { schema: { type: 'string', contentEncoding: 'base64', description }, isBytes: true, ...range };
}

function isJson(mediaType: string): boolean {
  return /[/+]json\b/.test(mediaType);
}

function withDescription(schema: Schema, description: string | undefined): Schema {
  return description === undefined || description === '' ? schema : { ...schema, description };
}

/** Returns the schemas that the inputs of tools refer to, directly or not. */
export function definitionsOf(tools: readonly Tool[], document: Schema): Readonly<Record<string, Schema>> {
  const components = document['components'] as { readonly schemas?: Readonly<Record<string, Schema>> } | undefined;
  const all = new Map(Object.entries(components?.schemas ?? {}));
  const found = new Map<string, Schema>();
  const todo: unknown[] = tools.map(({ input }) => input);
  for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const { $ref } = one as Schema;
    const name = typeof $ref === 'string' && $ref.startsWith(definitions) ? unescaped($ref) : undefined;
    const schema = name === undefined || found.has(name) ? undefined : all.get(name);
    if (name !== undefined && schema !== undefined) {
      const definition = inputOf(schema);
      found.set(name, definition);
      todo.push(definition);
    }
    todo.push(...Object.values(one));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const definitions = '#/$defs/';

function unescaped(reference: string): string {
  return decodeURIComponent(reference.slice(definitions.length)).replace(/~1/g, '/').replace(/~0/g, '~');
}

/** Keywords that say nothing to the sender of a request. */
const left = new Set(['discriminator', 'xml', 'externalDocs', 'example', 'examples', 'title', 'writeOnly']);
/** Keywords whose values are data, and not schemas. */
const asIs = new Set(['enum', 'const', 'default', 'required', 'dependentRequired']);
/** Keywords whose values are schemas by name: a name is no keyword. */
const byName = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** Returns the schema of what a request may contain: without properties that only responses have, and without extensions. */
function inputOf(schema: unknown): Schema {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  if (typeof schema !== 'object' || schema === null) return {};
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  };
  const readOnly = new Set(Object.keys(properties).filter((name) => properties[name]?.['readOnly'] === true));
  const entries = Object.entries(schema as Schema).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (left.has(key) || key.startsWith('x-')) return [];
    if (key === '$ref') return [[key, String(value).replace('#/components/schemas/', definitions)]];
    if (key === 'required') {
      const names = required.filter((name) => !readOnly.has(name));
      return names.length === 0 ? [] : [[key, names]];
    }
    if (asIs.has(key) || typeof value !== 'object' || value === null) return [[key, value]];
    if (byName.has(key)) {
      const named = Object.entries(value).filter(([name]) => key !== 'properties' || !readOnly.has(name));
      return [[key, Object.fromEntries(named.map(([name, inner]) => [name, inputOf(inner)]))]];
    }
    return [
      [key, Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? one : inputOf(one))) : inputOf(value)],
    ];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns names for tools, each of at most 64 letters, digits and `_`, and each another one.
 *
 * @param calls `request`, such as `GET /pets`, takes the place of names with letters that those of tools cannot have
 */
export function toolNames(
  calls: readonly (readonly [group: string, method: string, request?: string])[],
): readonly string[] {
  const taken = new Set<string>();
  return calls.map(([group, method, request]) => {
    const isNamed = request === undefined || !/(?![a-z])\p{L}/iu.test(group + method);
    const words = (isNamed ? [group, method] : [request]).map((word) =>
      word
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replace(/[^A-Za-z0-9]+/g, '_')
        .toLowerCase(),
    );
    const name =
      words
        .join('_')
        .replace(/^_+|_+$/g, '')
        .slice(0, 60) || 'tool';
    let free = name;
    for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
    taken.add(free);
    return free;
  });
}
