/** Serves the requests of servers with handlers of the Fetch standard. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { BridgeCore } from '../bridge-core.js';
import { forwardedHeaders } from '../message/headers.js';

/** Serves a request. Never rejects. Connections cannot be upgraded this way: such a request is served without. */
export async function serveFetch(core: BridgeCore, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const target = `${pathname}${search}`;
  const timer = core.timerOf(request.method, target);
  const { status, headers, body } = await core.serve(
    {
      method: request.method,
      url: target,
      headers: forwardedHeaders([...request.headers].flat()),
      body: request.body === null ? undefined : Readable.fromWeb(request.body as ReadableStream),
      signal: request.signal,
    },
    timer,
  );
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as [string, string]),
  );
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    timer?.end(status);
    return new Response(body?.length === 0 ? null : (body as string | Uint8Array<ArrayBuffer>), {
      status,
      headers: pairs,
    });
  }
  body.once('close', () => timer?.end(status));
  // These statuses have no body.
  if (status === 204 || status === 304 || request.method === 'HEAD') {
    body.resume();
    return new Response(null, { status, headers: pairs });
  }
  return new Response(Readable.toWeb(body) as globalThis.ReadableStream, { status, headers: pairs });
}
