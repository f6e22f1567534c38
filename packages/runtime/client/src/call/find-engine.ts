/** Finds an engine and negotiates a version with it. */
import { WireError } from '@lading/runtime-wire';
import {
  chooseVersion,
  connectionFailure,
  negotiate,
  resolveTarget,
  type ConnectOptions,
  type Fetch,
  type ServedVersions,
  type Target,
} from '../connect/index.js';
import { InputError } from '../error/index.js';
import { Transport } from '../transport/transport.js';
import { addHeaders, type HeaderLines } from './request-headers.js';

/** The default time limit for opening a connection, in milliseconds. */
const defaultConnectTimeout = 10_000;

/** Where an engine is, and the newest version of the client that it supports. */
export interface FoundEngine {
  readonly target: Target;
  readonly version: string;
}

/** What `findEngine` takes besides the options of a client. */
export interface FindOptions extends ConnectOptions {
  /** The lowest version of an engine that is older than all versions of the clients, and that the oldest client serves. */
  readonly oldestEngine?: string;
  /** What requires the version, for errors: `DOCKER_API_VERSION`. */
  readonly pinnedBy?: string | undefined;
  /** The version of the client that speaks the only one of the versions, if it is not its own. */
  readonly nearestClient?: string | undefined;
}

/**
 * Finds the engine and asks once which versions it serves, for clients of several versions. If the engine is older than all
 * of them, the target has the version for the paths of requests (`apiVersion`).
 *
 * @param versions that the clients support
 * @throws ConnectionError when no engine responds; VersionError, which names both ranges, when it serves none of them
 */
export async function findEngine(versions: readonly string[], options: FindOptions = {}): Promise<FoundEngine> {
  const { oldestEngine, pinnedBy, nearestClient } = options;
  const { transport, chosen } = await connectAndNegotiate(versions, options, (ours, served, fetch) =>
    chooseVersion(ours, served, fetch, oldestEngine, pinnedBy),
  );
  await transport.close();
  const { target } = transport;
  const { apiVersion } = chosen;
  const version = nearestClient ?? chosen.version;
  return { target: apiVersion === version ? target : speaking(target, apiVersion), version };
}

/** Returns a copy with another version; hidden properties remain hidden. */
function speaking(target: Target, apiVersion: string): Target {
  return Object.defineProperties({ ...target, apiVersion }, Object.getOwnPropertyDescriptors(target));
}

/**
 * Finds the engine and returns the open connection.
 *
 * @param choose chooses a version of those that the client supports, or throws
 */
export async function connectAndNegotiate<Chosen>(
  versions: readonly string[],
  options: ConnectOptions,
  choose: (ours: readonly string[], served: ServedVersions, fetch: Fetch) => Promise<Chosen>,
): Promise<{ readonly transport: Transport; readonly chosen: Chosen }> {
  const transport = transportTo(await resolveTarget(options), options);
  try {
    const fetch = unversioned(transport, options);
    return { transport, chosen: await choose(versions, await negotiate(fetch, transport.target), fetch) };
  } catch (error) {
    await transport.close();
    throw error;
  }
}

/** Returns a function for requests without a version. The server may not be an engine, so its response time is limited. */
function unversioned(transport: Transport, options: ConnectOptions): Fetch {
  const { target } = transport;
  const { signal, connectTimeout = defaultConnectTimeout } = options;
  return async (method, path) => {
    const late = AbortSignal.timeout(2 * connectTimeout);
    const request = {
      method: method as 'GET',
      path: target.basePath + path,
      headers: headersOf(options, target),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    };
    try {
      return await transport.whole(request);
    } catch (error) {
      if (error !== late.reason) throw error;
      throw connectionFailure('ETIMEDOUT', target);
    }
  };
}

/** Creates the transport for a target, without sending anything. */
export function transportTo(
  target: Target,
  { connections, connectTimeout = defaultConnectTimeout }: ConnectOptions,
): Transport {
  return new Transport(target, {
    connectTimeout,
    maxResponse: 512 * 1024 * 1024,
    connections,
  });
}

/**
 * Returns the headers of every request: those of the options override those of the configuration.
 *
 * @throws InputError for invalid headers
 */
export function headersOf({ userAgent, headers }: ConnectOptions, target: Target): HeaderLines {
  const result: HeaderLines = {};
  const all = [{ 'user-agent': userAgent ?? 'lading' }, target.headers ?? {}, headers ?? {}];
  try {
    for (const some of all) addHeaders(result, some);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new InputError(error.code, `The headers of every request: ${error.message}`);
  }
  return result;
}
