/** Calls operations: encodes the input, sends the request, and decodes the response to a result or an error. */
import type { JsonCodec } from '@lading/runtime-wire/exact';
import { transferError } from '../error/transfer-error.js';
import type { ClientRequest } from '../request/client-request.js';
import { requestOf, type RequestSettings } from '../request/request-of.js';
import type { DecodedCall } from '../response/decoder.js';
import { authenticate } from '../security/authenticate.js';
import type { Credentials } from '../security/security-scheme.js';
import type { CallOptions, ClientOptions } from './call-options.js';
import { errorOfResponse } from './error-response.js';
import type { AnyOperation, Operation } from './operation.js';
import { withTimeout } from './with-timeout.js';

/** Calls operations that are given as data. */
export interface Caller {
  call<Input, Result>(operation: Operation<Input, Result>, input?: Input, options?: CallOptions): Promise<Result>;
}

/** What the generated client of an API knows. */
export interface ApiDefaults {
  /** The URL of the first server. */
  readonly server?: string;
  readonly codec?: JsonCodec;
}

const plainJson: JsonCodec = { parse: (text) => JSON.parse(text) as unknown, stringify: JSON.stringify };

/** Returns a client without methods, for programs that use few operations and want a small bundle. */
export function createCaller(
  options: ClientOptions = {},
  { server, codec: { parse, stringify } = plainJson }: ApiDefaults = {},
): Caller {
  const { baseUrl, headers = {}, auth = {}, middleware = [], fetch = globalThis.fetch } = options;
  const settings: RequestSettings = { baseUrl, server, headers, stringify };
  return {
    call: (operation, input, given = {}) =>
      withTimeout(operation.id, given.timeout ?? options.timeout, given.signal, async (signal) => {
        const callOptions = { ...given, ...(signal && { signal }) };
        const request = requestOf(operation, input, callOptions, settings, operation.response.accept);
        const transport = await authenticate(request, operation, auth as Credentials, fetch);
        const chain = middleware.reduceRight<(request: ClientRequest) => Promise<Response>>(
          (next, around) => (changed) => around(changed, next, operation),
          (changed) => connected(operation, changed, () => transport(changed.url, changed)),
        );
        const response = await chain(request);
        given.onResponse?.(response, request);
        const call: DecodedCall = {
          operation: operation.id,
          method: request.method,
          url: withoutQuery(request.url),
          options: callOptions,
          parse: (text) => parse(text, operation.id),
        };
        return connected(operation, request, async () => {
          if (!response.ok) throw await errorOfResponse(response, call);
          return operation.response.decode(response, call);
        });
      }),
  };
}

/** Runs a step of a call. @throws ConnectionError instead of the errors of `fetch`, except for the reason of an abort */
async function connected<Result>(
  { id }: AnyOperation,
  { method, url, signal }: ClientRequest,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    throw transferError(cause, { operation: id, method, url: withoutQuery(url) }, signal);
  }
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*/, '');
}
