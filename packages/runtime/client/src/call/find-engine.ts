/** Finding an engine and agreeing with it on a version, before any call. */
import { WireError } from '@lading/runtime-wire';
import {
  assertServes,
  connectionError,
  negotiate,
  resolveTarget,
  type ConnectOptions,
  type Fetch,
  type Target,
} from '../connect/index.js';
import { InputError } from '../error/index.js';
import { Transport } from '../transport/transport.js';
import { addHeaders, type HeaderLines } from './request-headers.js';

/** Milliseconds until a connection must stand. */
const TIMEOUT = 10_000;

/** Where an engine is, and the newest version that both sides speak. */
export interface FoundEngine {
  readonly target: Target;
  readonly version: string;
}

/**
 * Finds the engine and asks once what it speaks, for clients of several versions.
 *
 * @param versions that we speak
 * @throws ConnectionError when nobody answers; VersionError, which names both ranges, when the engine serves none
 */
export async function findEngine(versions: readonly string[], options: ConnectOptions = {}): Promise<FoundEngine> {
  const { transport, version } = await agreed(versions, options);
  await transport.close();
  return { target: transport.target, version };
}

/** As `findEngine`, with the connection that was asked over. */
export async function agreed(
  versions: readonly string[],
  options: ConnectOptions,
): Promise<{ readonly transport: Transport; readonly version: string }> {
  const transport = transportTo(await resolveTarget(options), options);
  try {
    const fetch = unversioned(transport, options);
    const version = await assertServes(versions, await negotiate(fetch, transport.target), fetch);
    return { transport, version };
  } catch (error) {
    await transport.close();
    throw error;
  }
}

/** Requests without a version, to what may be anything: it has as much time to answer as to be connected to. */
function unversioned(transport: Transport, options: ConnectOptions): Fetch {
  const { target } = transport;
  const { signal, connectTimeout = TIMEOUT } = options;
  return async (method, path) => {
    const late = AbortSignal.timeout(2 * connectTimeout);
    const request = {
      method: method as 'GET',
      path: target.basePath + path,
      headers: headersOf(options, target),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    };
    try {
      const { text, ...head } = await transport.whole(request);
      return { ...head, body: text };
    } catch (error) {
      if (error !== late.reason) throw error;
      throw connectionError(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }), target);
    }
  };
}

/** Nothing is sent yet. */
export function transportTo(target: Target, { connections, connectTimeout = TIMEOUT }: ConnectOptions): Transport {
  return new Transport(target, {
    connectTimeout,
    maxResponse: 512 * 1024 * 1024,
    ...(connections !== undefined && { connections }),
  });
}

/**
 * What every request carries: the options' headers, behind those of the configuration.
 * @throws InputError for what would be dangerous to send
 */
export function headersOf({ userAgent, headers }: ConnectOptions, target: Target): HeaderLines {
  const result: HeaderLines = {};
  const all = [{ 'user-agent': userAgent ?? 'lading' }, target.headers ?? {}, headers ?? {}];
  try {
    for (const some of all) addHeaders(result, some);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new InputError(error.code, `What is sent with every request: ${error.message}`);
  }
  return result;
}
