// The part of a bundled OpenAPI 3.1 document that the checkers need: its operations, with JSON pointers to their schemas.

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type JsonObject = { readonly [key: string]: unknown };

export interface BodySchema {
  /** A JSON pointer into the document. */
  readonly pointer: string;
  /** Whether the body is a stream of values, each described by this schema. */
  readonly stream: boolean;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly request: BodySchema | undefined;
  readonly query: ReadonlySet<string>;
  /** The body schema of each documented status; undefined if responses of that status have no JSON body. */
  readonly responses: ReadonlyMap<string, BodySchema | undefined>;
}

export interface Document {
  readonly version: string;
  readonly root: JsonObject;
  readonly operations: readonly Operation[];
}

const methods = new Set(['get', 'post', 'put', 'delete', 'head', 'patch', 'options']);

export function readDocument(file: string): Document {
  const root: unknown = parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 });
  if (!isObject(root) || !isObject(root['paths']))
    throw new Error(`${file}: is not an OpenAPI document, it has no paths; give a bundled one`);
  return document(root);
}

export function document(root: JsonObject): Document {
  const operations = Object.entries(object(root['paths'])).flatMap(([path, item]) =>
    Object.entries(object(item))
      .filter(([method]) => methods.has(method))
      .map(([method, value]) => operation(root, path, method, object(value))),
  );
  return { version: String(object(root['info'])['version']).replace(/^v/, ''), root, operations };
}

function operation(root: JsonObject, path: string, method: string, value: JsonObject): Operation {
  const at = pointer('paths', path, method);
  const shared = list(object(object(root['paths'])[path])['parameters']);
  const parameters = [...shared, ...list(value['parameters'])].map((item) => resolve(root, item, '').value);
  const stream = value['x-lading-stream'];
  const responses = Object.entries(object(value['responses'])).map(
    ([status, response]) =>
      [
        status,
        json(root, response, `${at}${pointer('responses', status)}`, status.startsWith('2') ? stream : undefined),
      ] as const,
  );
  return {
    id: String(value['operationId']),
    method: method.toUpperCase(),
    path,
    request: value['requestBody'] === undefined ? undefined : json(root, value['requestBody'], `${at}/requestBody`),
    query: new Set(parameters.filter((item) => item['in'] === 'query').map((item) => String(item['name']))),
    responses: new Map(responses),
  };
}

/** The JSON schema of a request body or a response. */
function json(root: JsonObject, value: unknown, at: string, inherited?: unknown): BodySchema | undefined {
  const holder = resolve(root, value, at);
  const media = Object.entries(object(holder.value['content'])).find(([type]) => /json/.test(type));
  if (!media || object(media[1])['schema'] === undefined) return undefined;
  const stream = object(object(media[1])['x-lading-stream'] ?? holder.value['x-lading-stream'] ?? inherited);
  return {
    pointer: `${holder.at}${pointer('content', media[0], 'schema')}`,
    stream: stream['kind'] === 'json-lines' || /ndjson|json-seq|jsonl/.test(media[0]),
  };
}

/** Follows references within the document. */
export function resolve(
  root: JsonObject,
  value: unknown,
  at: string,
): { readonly value: JsonObject; readonly at: string } {
  let place = { value: object(value), at };
  for (let hops = 0; typeof place.value['$ref'] === 'string' && hops < 20; hops += 1) {
    const to = String(place.value['$ref']).replace(/^#/, '');
    place = { value: object(valueAt(root, to)), at: to };
  }
  return place;
}

/** A schema and all schemas that it is composed of, with references resolved. */
export function partsOf(root: JsonObject, schema: unknown): readonly JsonObject[] {
  const { value } = resolve(root, schema, '');
  const nested = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => list(value[word]));
  return [value, ...nested.flatMap((part) => partsOf(root, part))];
}

export function valueAt(root: JsonObject, at: string): unknown {
  return at
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, step) => object(value)[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')],
      root,
    );
}

export function pointer(...steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function object(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
