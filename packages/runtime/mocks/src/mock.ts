/** Handlers of one operation. */
import type { Operation, OperationSchemas } from '@lading/runtime-wire';
import { HttpHandler } from 'msw';
import { bodyOf, declaredOf, isStream, negotiated, pageOf, randomFor, usualStatus } from './answer.js';
import { definitionOf, type MockDefinition, type OperationExamples } from './definition.js';
import { encoded, requiredHeaders } from './encode.js';
import { routeOf } from './route.js';
import type { Mock, MockedOperation, MockOptions, MockRequest } from './types.js';

/** A response of which anything may be left out. */
export interface AnyResponse {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delay?: number;
}

type AnyRequest = MockRequest<MockedOperation>;
export type AnyResolver = (
  request: AnyRequest,
) => AnyResponse | Response | undefined | Promise<AnyResponse | Response | undefined>;

const definitions = new WeakMap<object, MockDefinition>();

/** Returns the mock of an operation. Generated code calls it. */
export function mock<const Types extends MockedOperation>(
  operation: Operation,
  schemas: OperationSchemas,
  examples: OperationExamples = {},
): Mock<Types> {
  const definition = definitionOf(operation, schemas, examples);
  const created: Mock<Types> = (response, options) => {
    const resolver =
      typeof response === 'function' ? (response as AnyResolver) : () => response as AnyResponse | undefined;
    return handlerOf(definition, resolver, options);
  };
  definitions.set(created, definition);
  return created;
}

/** @throws TypeError if the value is no mock */
export function definitionIn(value: object): MockDefinition {
  const definition = definitions.get(value);
  if (definition === undefined)
    throw new TypeError('This is no mock: pass the functions of a generated package of mocks.');
  return definition;
}

export function handlerOf(
  definition: MockDefinition,
  resolver: AnyResolver,
  { baseUrl, seed = 1 }: MockOptions = {},
  isOneOfSeveral = false,
): HttpHandler {
  const route = routeOf(definition.operation, definition.schemas, baseUrl, isOneOfSeveral);
  return new HttpHandler(
    definition.operation.method,
    ({ request }) => {
      const params = route(request);
      return { matches: params !== undefined, params: { ...params } };
    },
    async ({ request, params }) => {
      const path = params as Readonly<Record<string, string>>;
      const query = new URL(request.url).searchParams;
      const result = await resolver({ request, path, query, body: await jsonOf(request) });
      if (result instanceof Response) return result;
      const response = { ...preferred(request), ...result };
      return responseOf(definition, response, seed, path, query, request.headers.get('accept'));
    },
  );
}

async function responseOf(
  definition: MockDefinition,
  response: AnyResponse,
  seed: number,
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
  accept: string | null,
): Promise<Response> {
  const { status = usualStatus(definition), headers = {}, delay } = response;
  const found = declaredOf(definition, status);
  if (found === undefined) throw new RangeError(undeclared(definition, status));
  const preferable = negotiated(found.response, accept);
  // A body of the program has the usual media type, unless it is a stream.
  const isOwn = !('body' in response) || isStream(preferable);
  const declared = { ...found, response: isOwn ? preferable : negotiated(found.response, null) };
  const random = randomFor(definition, seed, path);
  const hasBody = definition.operation.method !== 'HEAD' && status !== 204 && status !== 205 && status !== 304;
  const ownBody = () => {
    const body = bodyOf(definition, declared, random);
    return declared.isError ? body : pageOf(body, definition, declared.response.schema, query);
  };
  const value = 'body' in response ? response.body : hasBody ? ownBody() : undefined;
  const { body, mediaType } = hasBody ? encoded(declared.response, value) : { body: null };
  const all = {
    ...requiredHeaders(declared.response, random),
    ...(mediaType !== undefined && { 'content-type': mediaType }),
    ...headers,
  };
  if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, delay));
  return new Response(body, { status, headers: all });
}

function undeclared(
  { operation: { id }, schemas: { responses, errors = {} } }: MockDefinition,
  status: number,
): string {
  const declared = [...new Set([...Object.keys(responses), ...Object.keys(errors)])].join(', ');
  return `${id} has no response ${status}. Declared are ${declared}; return a Response of your own for another one.`;
}

/** The status of `Prefer: code=404` (RFC 7240). */
function preferred(request: Request): AnyResponse {
  const code = /(?:^|[,;]\s*)code=(\d{3})\b/.exec(request.headers.get('prefer') ?? '')?.[1];
  return code === undefined ? {} : { status: Number(code) };
}

async function jsonOf(request: Request): Promise<unknown> {
  if (!/[/+]json\b/i.test(request.headers.get('content-type') ?? '')) return undefined;
  const text = await request.clone().text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
