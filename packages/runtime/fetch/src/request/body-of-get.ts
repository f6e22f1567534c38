/** Sends a body with GET and HEAD, which the Fetch standard forbids. */
import type * as Http from 'node:http';
import { InputError } from '../error/index.js';
import type { ClientRequest, Transport } from './client-request.js';

/** The modules of Node, Deno and Bun. They are not imported, since bundlers for browsers could not resolve them. */
interface Platform {
  readonly getBuiltinModule?: (name: 'node:http' | 'node:https') => typeof Http | undefined;
}

/**
 * Wraps a transport: if it is `fetch`, requests with a body are sent by other means. Redirects are not followed, since the specification
 * of `fetch` does not say what becomes of the body.
 *
 * @throws InputError (the transport) in browsers and workers, which cannot send such a request
 */
export function bodyOfGet(transport: Transport): Transport {
  // Another function may be able to send a body.
  if (transport !== (globalThis.fetch as Transport)) return transport;
  return async (url, request) => {
    if (request.body === undefined) return transport(url, request);
    const { process } = globalThis as { readonly process?: Platform };
    const http = process?.getBuiltinModule?.(url.startsWith('https:') ? 'node:https' : 'node:http');
    if (http !== undefined) return sentBy(http, url, request);
    const message = `This platform cannot send a body with the method ${request.method}. Pass a function that can as the option fetch.`;
    throw new InputError('BODY_OF_GET', message);
  };
}

async function sentBy(http: typeof Http, url: string, { method, headers, body, signal }: ClientRequest) {
  const bytes = new Uint8Array(await new Response(body as never).arrayBuffer());
  const fields = { ...Object.fromEntries(headers), 'content-length': String(bytes.length) };
  const message = await new Promise<Http.IncomingMessage>((resolve, reject) => {
    const sent = http.request(url, { method, headers: fields, ...(signal && { signal }) }, resolve);
    sent.on('error', reject);
    sent.end(bytes);
  });
  const pairs = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const status = message.statusCode ?? 0;
  const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status);
  if (isEmpty) message.resume();
  return new Response(isEmpty ? null : streamOf(message), { status, headers: pairs });
}

/** Returns the body as a stream, whose cancellation closes the connection. */
function streamOf(message: Http.IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = message[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void message.destroy(),
  });
}
