/** The responses of an operation that are made from the document. */
import { preferredMediaType, type ResponseContract, type Schema } from '@lading/runtime-wire';
import { fits, randomOf, stringOf, valueOf, type Random } from '@lading/runtime-values';
import type { MockDefinition } from './definition.js';

/** How often another value is made if one does not fit. */
const attempts = 20;

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** A declared response: `key` is its status or range. */
export interface DeclaredResponse {
  readonly key: string;
  readonly response: ResponseContract;
  readonly isError: boolean;
}

/** Returns the response that is declared for a status: an exact one, that of its range, or the default. */
export function declaredOf({ schemas }: MockDefinition, status: number): DeclaredResponse | undefined {
  const { responses, errors = {} } = schemas;
  for (const key of [String(status), `${String(status)[0] ?? ''}XX`, 'default']) {
    const response = (responses as Readonly<Record<string, ResponseContract | undefined>>)[key];
    if (response !== undefined) return { key, response, isError: false };
    const schema = Object.hasOwn(errors, key) ? errors[key] : undefined;
    if (schema !== undefined && status >= 300) return { key, response: { kind: 'json', schema }, isError: true };
  }
  return undefined;
}

/** Returns a response with one of its media types: that which a request prefers, else the usual one. */
export function negotiated(response: ResponseContract, accept: string | null): ResponseContract {
  const { content = {}, kind, mediaType: stated } = response;
  const types = Object.keys(content);
  const usual = stated ?? types.find((type) => kind !== 'json' || isJson(type));
  const mediaType = usual && (preferredMediaType(accept ?? undefined, [usual, ...types]) ?? usual);
  const own = mediaType === undefined ? undefined : content[mediaType];
  if (mediaType === undefined || own === undefined) return response;
  const other = own.stream !== undefined ? 'json-lines' : isJson(mediaType) ? 'json' : 'text';
  const { schema = response.schema } = own;
  const chosen = { ...response, kind: mediaType === usual ? kind : other, mediaType, content: { [mediaType]: own } };
  return { ...chosen, ...(schema && { schema }) };
}

function isJson(mediaType: string): boolean {
  return /[/+]json\b/i.test(mediaType);
}

/** Returns the status of a response without another one: that of the first success. */
export function usualStatus({ schemas: { responses } }: MockDefinition): number {
  const statuses = Object.keys(responses).filter((key) => /^[23]/.test(key));
  return Number((statuses[0] ?? '200').replace('XX', '00'));
}

/** The random numbers of an operation: equal requests get equal responses. */
export function randomFor({ operation }: MockDefinition, seed: number, path: Readonly<Record<string, string>>): Random {
  return randomOf(seed, `${operation.id} ${Object.values(path).join('/')}`);
}

/** Returns a value of a response: the examples of the response first, then a value of its schema. */
export function bodyOf(definition: MockDefinition, { key, response }: DeclaredResponse, random: Random): unknown {
  const schema = itemSchema(response);
  const examples = Object.hasOwn(definition.responses, key) ? definition.responses[key] : undefined;
  const fitting = (examples ?? []).filter((example) =>
    isText(response) ? typeof example !== 'object' : schema === undefined || isOf(example, schema, response),
  );
  if (fitting.length > 0) return structuredClone(random.pick(fitting));
  if (isStream(response)) return Array.from({ length: 2 }, () => sampleOf(definition, schema, random));
  if (isText(response) && schema?.kind !== 'string') return textOf(response, random);
  return sampleOf(definition, schema, random);
}

function isOf(example: unknown, schema: Schema, response: ResponseContract): boolean {
  if (isStream(response)) return Array.isArray(example) && example.every((item) => fits(item, schema));
  return fits(example, schema);
}

/** Returns a value that fits a schema. */
export function sampleOf(
  { examples }: Pick<MockDefinition, 'examples'>,
  schema: Schema | undefined,
  random: Random,
): unknown {
  if (schema === undefined) return stringOf({ minLength: 1 }, random, letters);
  let value: unknown;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    value = valueOf(schema, random, { alphabet: letters, examples });
    if (fits(value, schema)) break;
  }
  return value;
}

/** Returns the body of a page. There is a single one, so that programs which read page after page end. */
export function pageOf(
  body: unknown,
  { pages }: MockDefinition,
  schema: Schema | undefined,
  query: URLSearchParams,
): unknown {
  if (pages === undefined || schema === undefined) return body;
  const { kind, parameter = '', items, next, first = kind === 'page' ? 1 : 0 } = pages;
  const value = query.get(parameter) ?? '';
  const isLater = kind === 'cursor' ? value !== '' : Number(value || first) > first;
  const page = isLater ? replaced(body, items, [[]], schema) : body;
  return next === undefined ? page : replaced(page, next, [null, undefined, ''], schema);
}

/** Returns the body with another value at a place: the first one with which it fits the schema. */
function replaced(body: unknown, place: readonly string[], values: readonly unknown[], schema: Schema): unknown {
  const all = values.map((value) => withValueAt(body, place, value));
  return all.find((changed) => fits(changed, schema)) ?? body;
}

function withValueAt(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return body;
  const entries = Object.entries(body).map(([key, one]) => [key, key === name ? withValueAt(one, rest, value) : one]);
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}

function textOf({ mediaType = '' }: ResponseContract, random: Random): string {
  return /xml|html/.test(mediaType) ? '<mock/>' : stringOf({ minLength: 1 }, random, letters);
}

/** The schema of the value, or of an item of a stream. */
function itemSchema({ schema, content = {} }: ResponseContract): Schema | undefined {
  const [first] = Object.values(content);
  const stream = streamIn({ content });
  if (stream !== undefined) return stream.wholeEvents === true ? undefined : stream.schema;
  return schema ?? first?.schema;
}

function streamIn({ content = {} }: Pick<ResponseContract, 'content'>) {
  return Object.values(content).find(({ stream }) => stream !== undefined);
}

export function isStream(response: ResponseContract): boolean {
  return (
    response.kind === 'json-lines' ||
    response.kind === 'progress' ||
    (response.kind !== 'json' && streamIn(response) !== undefined)
  );
}

function isText({ kind }: ResponseContract): boolean {
  return kind === 'text' || kind === 'bytes' || kind === 'tar' || kind === 'output';
}
