/** Reads all pages of an operation. */
import type { CallOptions } from '../call/call-options.js';
import type { Caller } from '../call/caller.js';
import type { Operation } from '../call/operation.js';
import { ProtocolError, type ApiError } from '../error/index.js';
import type { ClientRequest } from '../request/client-request.js';
import { ownValues } from '../request/values.js';
import { valueAt, type Paging } from './paging.js';

/** An operation whose results have pages. */
export interface PagedOperation<
  Input,
  Result,
  Item,
  Errors extends ApiError = ApiError,
  Accepts extends object = object,
> extends Operation<Input, Result, Errors, Accepts> {
  readonly paging: Paging<Item>;
}

/** The items of all pages, each page requested when its turn comes. */
export interface Pages<Result, Item> extends AsyncIterable<Item> {
  /** The results of the calls, one for each page. */
  readonly pages: AsyncIterable<Result>;
}

/**
 * Calls an operation until its last page.
 *
 * @example
 * for await (const pet of paginate(client, petList, { limit: 100 })) console.log(pet.name);
 */
export function paginate<Input, Result, Item>(
  caller: Caller,
  operation: PagedOperation<Input, Result, Item>,
  input?: Input,
  options: CallOptions = {},
): Pages<Result, Item> {
  const results = () => resultsOf(caller, operation, input, options);
  return {
    pages: { [Symbol.asyncIterator]: results },
    async *[Symbol.asyncIterator]() {
      for await (const body of results()) yield* itemsOf(operation, body) as Item[];
    },
  };
}

async function* resultsOf<Input, Result>(
  caller: Caller,
  operation: PagedOperation<Input, Result, unknown>,
  input: Input | undefined,
  options: CallOptions,
): AsyncGenerator<Result, void, undefined> {
  const isNested = operation.nested?.includes('query') === true;
  let values = ownValues(input);
  let given = options;
  const assertNew = repetitionCheck(operation.id);
  for (;;) {
    let received: readonly [Response, ClientRequest] | undefined;
    const onResponse = (...both: readonly [Response, ClientRequest]) => {
      received = both;
      options.onResponse?.(...both);
    };
    const body = await caller.call(operation, values as Input, { ...given, onResponse });
    yield body;
    const query = isNested ? ownValues(values['query']) : values;
    const page = { body, items: itemsOf(operation, body), parameter: (name: string) => query[name] };
    if (received === undefined) return;
    const [response, request] = received as readonly [Response, ClientRequest];
    const next = operation.paging.next({ ...page, response });
    if (next === undefined) return;
    assertNew(JSON.stringify(next));
    if ('url' in next) given = { ...options, url: nextUrl(next.url, response, request, operation.id) };
    else values = isNested ? { ...values, query: { ...query, ...next.parameters } } : { ...values, ...next.parameters };
  }
}

/**
 * Returns a function that throws where pages lead back to an earlier one. It remembers a single page, later and later ones, so that
 * it finds a circle of any length without remembering all.
 *
 * @throws ProtocolError PAGE_REPEATED
 */
function repetitionCheck(operation: string): (next: string) => void {
  let [remembered, count, limit]: [string | undefined, number, number] = [undefined, 0, 1];
  return (next) => {
    if (next === remembered) {
      throw new ProtocolError('PAGE_REPEATED', `${operation}: the next page of a page is an earlier one.`);
    }
    if (++count < limit) return;
    [remembered, count, limit] = [next, 0, 2 * limit];
  };
}

/** Resolves the URL of the next page. @throws ProtocolError if it is at another origin, which must not get the credentials */
function nextUrl(url: string, response: Response, request: ClientRequest, operation: string): string {
  const resolved = new URL(url, new URL(response.url || request.url, request.url));
  if (resolved.origin !== new URL(request.url).origin) {
    throw new ProtocolError('FOREIGN_PAGE', `${operation}: the next page is at another origin, ${resolved.origin}.`);
  }
  return resolved.href;
}

function itemsOf({ id, paging }: PagedOperation<never, unknown, unknown>, body: unknown): readonly unknown[] {
  const items = valueAt(body, paging.items ?? '');
  if (Array.isArray(items)) return items as readonly unknown[];
  if (items === undefined || items === null) return [];
  throw new ProtocolError('RESPONSE_INVALID', `${id}: the items of a page are not an array.`);
}

/** Adds the declaration of its pages to an operation. */
export function pagedOperation<Input, Result, Item, Errors extends ApiError, Accepts extends object = object>(
  operation: Operation<Input, Result, Errors, Accepts>,
  paging: Paging<Item>,
): PagedOperation<Input, Result, Item, Errors, Accepts> {
  return { ...operation, paging };
}
