/** Creates the engine objects of generated clients: a group of calls for each resource. */
import type { JsonCodec } from '@lading/runtime-wire/exact';
import { assertServes, pinnedVersion, type ConnectOptions, type Target } from '../connect/index.js';
import { VersionError } from '../error/index.js';
import type { Transport } from '../transport/transport.js';
import { Caller } from './caller.js';
import { connectAndNegotiate, headersOf, transportTo } from './find-engine.js';
import type { AnyOperation, CallOptions, Operation } from './operation.js';
import { checkOptions } from '../connect/connect-options.js';

/** The properties that every generated engine has besides its groups of calls. */
export interface EngineConnection {
  /** The API version of the client: `1.44`. */
  readonly version: string;
  /**
   * The API version of the requests: that of the client, unless the engine is older than every client of `@lading/client`, and
   * its nearest one is used: `1.30`.
   */
  readonly apiVersion: string;
  /** The address of the engine, without secrets: `unix:///var/run/docker.sock`. */
  readonly address: string;
  /**
   * Calls an operation that is given as data: for programs that use few operations and want a small bundle, or that pass
   * operations around.
   */
  call<Input, Result>(operation: Operation<Input, Result>, input?: Input, options?: CallOptions): Promise<Result>;
  /** Ends all calls and streams, and closes every socket. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The input of calls without parameters. */
export type NoInput = Readonly<Record<string, never>>;

/** The operations of an interface of calls, by the names of its methods. */
export type CallTable<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (
    input: infer Input,
    options?: CallOptions,
  ) => Promise<infer Result>
    ? Operation<NonNullable<Input>, Result>
    : Calls[Name] extends (input?: infer Input, options?: CallOptions) => Promise<infer Result>
      ? Operation<NonNullable<Input>, Result>
      : never;
};

/** The operations by noun and verb. */
type Groups = Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>;

const plainJson: JsonCodec = { parse: (text) => JSON.parse(text) as unknown, stringify: JSON.stringify };

/**
 * Finds the engine, negotiates the version, and returns the calls of one version.
 *
 * @throws InputError for unknown and invalid options
 * @throws ConnectionError when no engine responds; VersionError when the engine does not serve the version, or when the
 *   environment requires another one
 */
export async function connectEngine<Engine extends EngineConnection>(
  version: string,
  groups: object,
  options: ConnectOptions = {},
  codec?: JsonCodec,
): Promise<Engine> {
  checkOptions(options);
  const pinned = pinnedVersion(options.env);
  if (pinned !== undefined && pinned !== version) {
    throw new VersionError(
      `DOCKER_API_VERSION asks for ${pinned}, but this client speaks ${version}: unset it, or use the client of that version.`,
    );
  }
  const { transport } = await connectAndNegotiate([version], options, assertServes);
  return engineOn<Engine>(transport, version, groups, options, codec);
}

/** Returns the calls of one version on a known target, without negotiation. */
export function engineAt<Engine extends EngineConnection>(
  version: string,
  groups: object,
  target: Target,
  options: ConnectOptions = {},
  codec?: JsonCodec,
): Engine {
  return engineOn<Engine>(transportTo(target, options), version, groups, options, codec);
}

function engineOn<Engine extends EngineConnection>(
  transport: Transport,
  version: string,
  groups: object,
  options: ConnectOptions,
  codec: JsonCodec = plainJson,
): Engine {
  const { target } = transport;
  const { apiVersion = version } = target;
  const prefix = `${target.basePath}/v${apiVersion}`;
  const { timeout, middleware } = options;
  const caller = new Caller(transport, {
    version: apiVersion,
    prefix,
    headers: headersOf(options, target),
    timeout,
    middleware,
    ...codec,
  });
  const close = () => transport.close();
  const engine: Record<string, unknown> = {
    version,
    apiVersion,
    address: target.address,
    call: caller.call.bind(caller),
    close,
    [Symbol.asyncDispose]: close,
  };
  for (const [noun, operations] of Object.entries(groups as Groups)) engine[noun] = bound(caller, operations);
  return engine as unknown as Engine;
}

function bound(caller: Caller, operations: Readonly<Record<string, AnyOperation>>): object {
  const calls: Record<string, unknown> = {};
  for (const [verb, operation] of Object.entries(operations)) {
    calls[verb] = (input?: never, options?: CallOptions) => caller.call(operation, input, options);
  }
  return calls;
}
