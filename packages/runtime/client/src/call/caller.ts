/** Calls operations: encodes the input, sends the request, and decodes the response to a result or an error. */
import type { Duplex, Readable } from 'node:stream';
import { ProtocolError } from '../error/index.js';
import { silence, errorText } from '../stream/failure.js';
import { RequestBody } from '../transport/request-body.js';
import type { StreamResponse, TransportBody, TransportRequest } from '../transport/transport-messages.js';
import type { Transport } from '../transport/transport.js';
import type {
  ResponseHead,
  CallContext,
  AnyOperation,
  CallOptions,
  Decoder,
  Operation,
  StreamDecoder,
  UpgradeDecoder,
  Values,
} from './operation.js';
import { json } from './decoders.js';
import { errorInsteadOfBytes, isJson, errorOfResponse } from './error-response.js';
import { throughMiddleware, type CallMiddleware } from './middleware.js';
import { bytesOf, own, requestOf, type RequestSettings } from './request.js';
import { askTerminal, hasTerminalMediaTypes, terminalOf } from './terminal.js';

interface CallerSettings extends RequestSettings {
  readonly version: string;
  readonly parse: (text: string, operation: string) => unknown;
  /** The default time limit of calls, in milliseconds. */
  readonly timeout?: number | undefined;
  /** The first one is the outermost; undefined if there is none. */
  readonly middleware?: readonly CallMiddleware[] | undefined;
}

type Sent = TransportRequest & { readonly route: string };

const noValues = own({});

export class Caller {
  constructor(
    readonly transport: Transport,
    readonly settings: CallerSettings,
  ) {}

  async call<Input, Result>(
    operation: Operation<Input, Result>,
    input?: Input,
    options: CallOptions = {},
  ): Promise<Result> {
    const values = input === undefined ? noValues : own(input as Values);
    const body = bytesOf(operation, values['body']);
    try {
      const limit = options.timeout ?? this.settings.timeout;
      if (!limit && this.settings.middleware === undefined) return await this.#send(operation, values, body, options);
      const call = { operation, input: values, options };
      return (await throughMiddleware(call, this.settings, limit, (sent) =>
        this.#send(operation, sent.input, body, sent.options),
      )) as Result;
    } catch (error) {
      if (body instanceof RequestBody) body.release();
      throw error;
    }
  }

  async #send<Input, Result>(
    operation: Operation<Input, Result>,
    values: Values,
    body: TransportBody | undefined,
    options: CallOptions,
  ): Promise<Result> {
    const request = requestOf(operation, values, body, options, this.settings);
    const decoder: Decoder<Result> = operation.response;
    switch (decoder.kind) {
      case 'whole': {
        const response = await this.transport.whole(request);
        if (options.onResponse !== undefined) options.onResponse(headOf(response));
        const context = this.#context(operation, request, response);
        if (!succeeded(response, operation)) throw errorOfResponse(response, response.text, context);
        return decoder.decode(response.text, context);
      }
      case 'stream':
        return this.#stream(operation, decoder, request, options);
      case 'upgrade':
        return this.#upgrade(operation, decoder, request, options);
    }
  }

  async #stream<R>(
    operation: AnyOperation,
    decoder: StreamDecoder<R>,
    request: Sent,
    options: CallOptions,
  ): Promise<R> {
    const knownTty = await this.#knownTerminal(operation, decoder, request, options);
    const response = await this.transport.stream(request);
    return orDestroyed(response.body, async () => {
      options.onResponse?.(response);
      const body = await this.#body(operation, request, response);
      const context = this.#context(operation, request, response);
      if (decoder.binary && isJson(response)) throw errorInsteadOfBytes(response, await errorText(body), context);
      const tty =
        knownTty ?? (decoder.terminal === true && (await this.#isTerminal(operation, response, request, options)));
      return decoder.decode(body, context, tty);
    });
  }

  async #upgrade<R>(
    operation: AnyOperation,
    decoder: UpgradeDecoder<R>,
    request: Sent,
    options: CallOptions,
  ): Promise<R> {
    if (decoder.protocol === 'websocket') return this.#websocket(operation, decoder, request, options);
    const knownTty = await this.#knownTerminal(operation, decoder, request, options);
    const response = await this.transport.upgrade(request, decoder.protocol);
    const { socket, body } = response;
    return orDestroyed((socket ?? body) as Readable, async () => {
      options.onResponse?.(response);
      const context = this.#context(operation, request, response);
      // After a detached start, or from a host that cannot upgrade, the response is read-only.
      const stream = socket ?? (await this.#body(operation, request, { ...response, body: body as Readable }));
      const tty =
        knownTty ?? (decoder.terminal === true && (await this.#isTerminal(operation, response, request, options)));
      return decoder.decode(stream as Duplex, context, tty);
    });
  }

  async #websocket<R>(
    operation: AnyOperation,
    decoder: UpgradeDecoder<R>,
    request: Sent,
    options: CallOptions,
  ): Promise<R> {
    const response = await this.transport.websocket(request);
    const context = this.#context(operation, request, response);
    if ('text' in response) {
      options.onResponse?.(response);
      throw errorOfResponse(response, response.text, context);
    }
    const { socket } = response;
    return orDestroyed(socket, async () => {
      options.onResponse?.(response);
      return decoder.decode(socket, context, false);
    });
  }

  /** Returns the body of a successful response; throws the error of any other. */
  async #body(operation: AnyOperation, request: Sent, response: StreamResponse): Promise<Readable> {
    if (succeeded(response, operation)) return response.body;
    throw errorOfResponse(response, await errorText(response.body), this.#context(operation, request, response));
  }

  /**
   * Determines before the call whether there is a terminal, if the response will not say; afterwards the container may
   * have been removed.
   */
  async #knownTerminal(
    operation: AnyOperation,
    decoder: Decoder<unknown> & { readonly terminal?: true },
    request: Sent,
    options: CallOptions,
  ): Promise<boolean | undefined> {
    if (decoder.terminal !== true || operation.method === 'HEAD') return undefined;
    if (options.tty !== undefined || hasTerminalMediaTypes(this.settings.version)) return options.tty;
    return this.#ask(operation, request, options);
  }

  async #isTerminal(
    operation: AnyOperation,
    head: ResponseHead,
    request: Sent,
    options: CallOptions,
  ): Promise<boolean> {
    return terminalOf(this.settings.version, head) ?? (await this.#ask(operation, request, options));
  }

  #ask({ id }: AnyOperation, { route }: Sent, { signal }: CallOptions): Promise<boolean> {
    const { prefix, headers } = this.settings;
    return askTerminal(route.slice(prefix.length), async (path) => {
      const request = { method: 'GET' as const, path: prefix + path, headers, signal };
      const response = await this.transport.whole(request);
      // The call itself will fail with a better error.
      if (response.status !== 200) return undefined;
      return json<unknown>().decode(response.text, this.#context({ id, method: 'GET' }, { route: path }, response));
    });
  }

  #context(
    { id, method }: Pick<AnyOperation, 'id' | 'method'>,
    { route, body, signal }: Pick<Sent, 'route' | 'body' | 'signal'>,
    response: ResponseHead,
  ): CallContext {
    const { version, parse } = this.settings;
    return {
      operation: id,
      method,
      path: route,
      version,
      response,
      address: this.transport.target.address,
      isFromCaller: (error) =>
        (signal?.aborted === true && signal.reason === error) ||
        (body instanceof RequestBody && body.failedWith(error)),
      parse: (text) => parse(text, id),
    };
  }
}

/** The head alone, as an object with properties of its own, which callers can copy. */
function headOf({ status, headers, headersDistinct }: ResponseHead): ResponseHead {
  return { status, headers, headersDistinct };
}

/** Destroys a stream if reading it fails: it would keep its connection open, and fail when the engine is closed. */
async function orDestroyed<R>(stream: Readable, read: () => Promise<R>): Promise<R> {
  try {
    return await read();
  } catch (error) {
    silence(stream);
    stream.destroy();
    throw error;
  }
}

function succeeded(head: ResponseHead, { id, method, path }: AnyOperation): boolean {
  const { status } = head;
  if ((status >= 200 && status < 300) || status === 304 || status === 101) return true;
  if (status >= 400) return false;
  throw new ProtocolError(
    'REDIRECT',
    `${id} (${method} ${path}) was redirected with status ${status}${head.headers['location'] ? ' by something before the engine' : ''}.`,
  );
}
