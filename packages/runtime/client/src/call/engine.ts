/** An engine as generated clients present it: a group of calls for each kind of thing, on one connection. */
import { pinnedVersion, type ConnectOptions, type Target } from '../connect/index.js';
import { VersionError } from '../error/index.js';
import type { Transport } from '../transport/transport.js';
import { Caller } from './caller.js';
import { agreed, headersOf, transportTo } from './find-engine.js';
import type { CallOptions, Operation } from './operation.js';

/** What every generated engine has besides its groups of calls. */
export interface EngineConnection {
  /** The API version that is spoken: `1.44`. */
  readonly version: string;
  /** Where the engine is, without secrets: `unix:///var/run/docker.sock`. */
  readonly address: string;
  /**
   * Calls an operation given as data: for programs that use few of them and want the rest left out of a bundle, and
   * for those that pass operations around.
   */
  call<Input, Result>(operation: Operation<Input, Result>, input?: Input, options?: CallOptions): Promise<Result>;
  /** Ends all that runs, streams included, and closes every socket. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Calls without parameters take nothing. */
export type NoInput = Readonly<Record<string, never>>;

/** The operations behind an interface of calls, by the names of its methods. */
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

type AnyOperation = Operation<never, unknown>;
/** Groups of operations, by noun and verb. */
type Groups = Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>;

/** JSON as the client reads and writes it. */
export interface JsonCodec {
  /** @param operation whose answer it is */
  readonly parse: (text: string, operation: string) => unknown;
  readonly stringify: (value: unknown) => string;
}

const plainJson: JsonCodec = { parse: (text) => JSON.parse(text) as unknown, stringify: JSON.stringify };

/**
 * Finds the engine, asks what it speaks, and gives the calls of one version.
 *
 * @throws ConnectionError when nobody answers; VersionError when the engine does not serve the version, or the
 *   environment asks for another one
 */
export async function connectEngine<Engine extends EngineConnection>(
  version: string,
  groups: object,
  options: ConnectOptions = {},
  codec?: JsonCodec,
): Promise<Engine> {
  const pinned = pinnedVersion(options.env);
  if (pinned !== undefined && pinned !== version) {
    throw new VersionError(
      `DOCKER_API_VERSION asks for ${pinned}, and this client speaks ${version}: unset it, or use the client of that version.`,
    );
  }
  const { transport } = await agreed([version], options);
  return engineOn<Engine>(transport, version, groups, options, codec);
}

/** The calls of one version on a target that is known, without asking what it speaks. */
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
  const prefix = `${target.basePath}/v${version}`;
  const caller = new Caller(transport, { version, prefix, headers: headersOf(options, target), ...codec });
  const engine: Record<string, unknown> = {
    version,
    address: target.address,
    call: caller.call.bind(caller),
    close: () => transport.close(),
    ...(Symbol.asyncDispose && { [Symbol.asyncDispose]: () => transport.close() }),
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
