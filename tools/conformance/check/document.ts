// The part of a bundled OpenAPI 3.1 document that the checkers need: its operations, with JSON pointers to their schemas, and the
// operation that an exchange belongs to.

import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import type { Exchange } from '../recorder/exchange.js';

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

/** The folder of the repository, also if this module runs from `dist`. */
export const repository = join(dirname(fileURLToPath(import.meta.url)).replace(/dist[\\/](?=check$)/, ''), '../../..');

/** Bundles in a child process, because a checker imports nothing of what it checks. */
export async function bundle(version: string): Promise<Document> {
  const command = [join(repository, 'generators/cli/lading.mjs'), 'bundle', version];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: repository, maxBuffer: 64 << 20 });
  return document(object(parse(stdout, { maxAliasCount: -1 })));
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

/** Finds the operation that an exchange belongs to. */
export function matcher({
  operations,
}: Document): (exchange: Pick<Exchange, 'method' | 'path'>) => Operation | undefined {
  // A fixed segment is a better match than a parameter that could contain it: `/images/json` before `/images/{name}`,
  // and `/services/{id}/logs` before `/services/{id}`, because names may contain slashes.
  const rules = operations
    .map((operation) => {
      const words = operation.path.split(/\{[^}]*\}/);
      return { operation, pattern: pattern(words), holes: words.length, fixed: words.join('').length };
    })
    .sort((a, b) => a.holes - b.holes || b.fixed - a.fixed);
  return ({ method, path }) => {
    const bare = path.replace(/^\/v\d+\.\d+(?=\/)/, '').replace(/\?.*$/, '');
    return rules.find((rule) => rule.operation.method === method && rule.pattern.test(bare))?.operation;
  };
}

/** The pattern of a path. Names of images and plugins contain slashes, which clients send unencoded. */
function pattern(words: readonly string[]): RegExp {
  const source = words.map((word) => word.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${source.join('.+')}$`);
}

/** Spells the keys of a request as its schema does: engines ignore their case. */
export function spelled(root: JsonObject, schema: unknown, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = partsOf(root, schema).find((part) => part['items'] !== undefined)?.['items'];
    return value.map((item) => spelled(root, items, item));
  }
  if (!isObject(value)) return value;
  const all = partsOf(root, schema);
  const properties = new Map(all.flatMap((part) => Object.entries(object(part['properties']))));
  const rest = all.find((part) => isObject(part['additionalProperties']))?.['additionalProperties'];
  const byCase = new Map([...properties.keys()].map((name) => [name.toLowerCase(), name]));
  const out: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = properties.has(key) ? key : (byCase.get(key.toLowerCase()) ?? key);
    out[name] = spelled(root, properties.get(name) ?? rest, member);
  }
  return out;
}
