/** The handlers of a gateway, whose results are those of a client. */
import type { Call } from '@lading/runtime-server';
import type { HandlersByVersion } from '../../gen/create-server.js';
import { asHttpError } from './as-http-error.js';
import type { ClientHead } from './client-results.js';
import { resultOf } from './result-of.js';

/** A client of an engine: what `connect()` of `@lading/client`, or of a client of one version, returns. */
export interface ClientOfVersion<Version extends string = string> {
  /** The API version that it speaks. */
  readonly version: Version;
}

/** The handlers of a version. If the type of the client does not say which one it speaks, those of any. */
export type HandlersFor<Version extends string> = string extends Version
  ? HandlersOfAll<keyof HandlersByVersion>
  : Version extends keyof HandlersByVersion
    ? HandlersByVersion[Version]
    : never;

/** The intersection of the handlers of versions. */
type HandlersOfAll<Version extends keyof HandlersByVersion> = (
  Version extends unknown ? (handlers: HandlersByVersion[Version]) => void : never
) extends (handlers: infer Handlers) => void
  ? Handlers
  : never;

/** One call of a client. */
type ClientCall = (input: Readonly<Record<string, unknown>>, options: ClientCallOptions) => Promise<unknown>;

interface ClientCallOptions {
  readonly signal: AbortSignal;
  readonly onResponse: (head: ClientHead) => void;
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
}

/**
 * Returns handlers that call an engine: `createServerV144(fromClient(engine), { hooks })` is a gateway. Statuses, errors, headers,
 * streams and sessions of the engine become those of the server; a client that disconnects ends its call to the engine; an
 * engine that does not respond becomes 502.
 *
 * The server has to be that of the client's version: `createServerV141` for a client of 1.41, `createServer` for one of the newest version.
 */
export function fromClient<Version extends string>(engine: ClientOfVersion<Version>): HandlersFor<Version> {
  const handlers: Record<string, Record<string, (call: Call) => Promise<unknown>>> = {};
  for (const [noun, calls] of Object.entries(engine)) {
    // A group is an object, or a function that returns the calls of one resource. Other members have no calls.
    if ((typeof calls !== 'object' && typeof calls !== 'function') || calls === null) continue;
    const verbs = Object.entries(calls as Record<string, unknown>).filter(([, verb]) => typeof verb === 'function');
    if (verbs.length === 0) continue;
    handlers[noun] = Object.fromEntries(
      verbs.map(([verb, send]) => [verb, (call: Call) => forward(send as ClientCall, call)]),
    );
  }
  return handlers as HandlersFor<Version>;
}

async function forward(send: ClientCall, call: Call): Promise<unknown> {
  let head: ClientHead | undefined;
  try {
    const value = await send(inputOf(call), {
      signal: call.signal,
      onResponse: (response) => (head = response),
      headers: sessionHeadersOf(call),
    });
    return await resultOf(value, head);
  } catch (error) {
    throw asHttpError(error);
  }
}

/** What a builder's session offers is said by headers that no document has. All others remain between client and gateway. */
function sessionHeadersOf({ request }: Call): ClientCallOptions['headers'] {
  const entries = Object.entries(request.headersDistinct);
  return Object.fromEntries(entries.filter(([name]) => name.startsWith('x-docker-expose-session-')));
}

/** Clients have one input, by names of the wire. What is not set is absent. */
function inputOf({ path, query, headers, body }: Call): Readonly<Record<string, unknown>> {
  return { ...(path as object), ...(query as object), ...(headers as object), ...(body !== undefined && { body }) };
}
