/** Calls operations: encodes the input, sends the request, and decodes the response to a result or an error. */
import type { JsonCodec } from '@lading/runtime-wire/exact';
import { InputError, LadingClientError, type ApiError, TimeoutError } from '../error/index.js';
import type { ClientRequest } from '../request/client-request.js';
import { requestOf, type RequestSettings } from '../request/request-of.js';
import { ownValue } from '../request/values.js';
import type { DecodedCall, Decoder } from '../response/decoder.js';
import { authenticate } from '../security/authenticate.js';
import type { Credentials } from '../security/security-scheme.js';
import type { AcceptOptions, CallOptions, ClientOptions } from './call-options.js';
import { errorOfResponse } from './error-response.js';
import type { AnyOperation, Operation } from './operation.js';
import { transferError } from '../error/api-error.js';

/** Calls operations that are given as data. */
export interface Caller {
  call<Input, Accepts extends object, MediaType extends keyof Accepts & string>(
    operation: Operation<Input, unknown, ApiError, Accepts>,
    input: Input | undefined,
    options: AcceptOptions<MediaType>,
  ): Promise<Accepts[MediaType]>;
  call<Input, Result>(operation: Operation<Input, Result>, input?: Input, options?: CallOptions): Promise<Result>;
}

/** What the generated client of an API knows. */
export interface ApiDefaults {
  /** The URL of the first server. */
  readonly server?: string;
  readonly codec?: JsonCodec;
}

const plainJson: JsonCodec = { parse: (text) => JSON.parse(text) as unknown, stringify: JSON.stringify };

/**
 * Returns a client without methods, for programs that use few operations and want a small bundle.
 *
 * @throws InputError if `baseUrl` has no scheme and is no path
 */
export function createCaller(
  options: ClientOptions = {},
  { server, codec: { parse, stringify } = plainJson }: ApiDefaults = {},
): Caller {
  const { baseUrl, headers = {}, auth = {}, middleware = [], fetch = globalThis.fetch } = options;
  // The URL parser would take the host of `localhost:8080` for a scheme.
  if (baseUrl !== undefined && !/^(?:[a-z][\w+.-]*:\/\/|\.?\.?\/(?!\/)|$)/i.test(baseUrl)) {
    throw new InputError(
      'BASE_URL',
      `The option baseUrl must begin with https://, http:// or a single slash: ${baseUrl}`,
    );
  }
  const settings: RequestSettings = { baseUrl, server, headers, stringify };
  const call = <Input>(operation: Operation<Input, unknown>, input?: Input, given: CallOptions = {}) =>
    withTimeout(operation.id, given.timeout ?? options.timeout, given.signal, async (signal) => {
      const callOptions = { ...given, ...(signal && { signal }) };
      const decoder = decoderOf(operation, given);
      const request = checkedRequest(operation, input, callOptions, settings, decoder.accept);
      const sender = operation.transport?.(fetch) ?? fetch;
      const transport = await authenticate(request, operation, auth as Credentials, sender);
      const chain = middleware.reduceRight<(request: ClientRequest) => Promise<Response>>(
        (next, around) => (changed) => around(changed, next, operation, input),
        (changed) => connected(operation, changed, () => transport(checked(changed.url, operation.id), changed)),
      );
      const response = await chain(request);
      given.onResponse?.(response, request);
      const decoded: DecodedCall = {
        operation: operation.id,
        method: request.method,
        url: withoutSecrets(request.url),
        options: callOptions,
        parse: (text) => parse(text, operation.id),
      };
      return connected(operation, request, async () => {
        if (!response.ok) throw await errorOfResponse(response, decoded);
        return decoder.decode(response, decoded);
      });
    });
  return { call: call as Caller['call'] };
}

/** @throws InputError also for what the input itself throws, and for a bigint in JSON that has none */
function checkedRequest(...parameters: Parameters<typeof requestOf>): ClientRequest {
  try {
    return requestOf(...parameters);
  } catch (cause) {
    if (cause instanceof LadingClientError) throw cause;
    throw new InputError('VALUE_INVALID', `${parameters[0].id}: ${cause}`, { cause });
  }
}

/** Returns the decoder of the media type that the caller asks for, or else of the usual one. */
function decoderOf({ id, response, accepts }: AnyOperation, options: Partial<AcceptOptions<string>>): Decoder<unknown> {
  const { accept } = options;
  if (accept === undefined || accept === response.accept) return response;
  const decoder = ownValue(accepts, accept);
  if (decoder !== undefined) return decoder;
  throw new InputError('MEDIA_TYPE', `${id}: the API does not declare a response of the media type ${accept}.`);
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
    throw transferError(cause, { operation: id, method, url: withoutSecrets(url) }, signal);
  }
}

const user = /^([^/]*\/\/)[^/?#]*@/;

/** Returns a URL as it may be logged: its query and its user information may be secrets. */
function withoutSecrets(url: string): string {
  return url.replace(user, '$1').replace(/[?#][^]*/, '');
}

/** @throws InputError for a URL with a password, since the error of `fetch` would contain it */
function checked(url: string, id: string): string {
  if (user.test(url)) throw new InputError('URL', `${id}: a password in the URL; use auth.`);
  return url;
}

/** The longest delay of a timer. With a longer one, it would fire at once. */
const longestDelay = 2 ** 31 - 1;

/** Runs a call with a signal that also aborts after some milliseconds; undefined and 0 are no limit. */
async function withTimeout<Result>(
  operation: string,
  milliseconds: number | undefined,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  if (!milliseconds || milliseconds > longestDelay) return abortable(signal, run);
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new TimeoutError('TIMEOUT', `${operation} took longer than ${milliseconds} ms.`)),
    milliseconds,
  );
  try {
    return await abortable(signal ? AbortSignal.any([signal, controller.signal]) : controller.signal, run);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects when the signal aborts, also while a function of the caller runs that does not observe the signal. */
async function abortable<Result>(
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return run(signal);
  signal.throwIfAborted();
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([aborted, run(signal)]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}
