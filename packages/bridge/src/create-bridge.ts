/** Serves clients of several versions by an engine of another version, inside a server of Node or of the Fetch standard. */
import { resolveTarget, type TlsOptions } from '@lading/runtime-client';
import type { ConversionProvider } from '@lading/runtime-conversion';
import { NodeHost, type CloseOptions, type ListenAddress, type Listening } from '@lading/runtime-server/host';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { BridgeCore } from './bridge-core.js';
import type { BridgeHook } from './convert/bridge-hooks.js';
import { mayUpgrade, routeOf } from './convert/routes.js';
import type { VersionRange } from './convert/versions.js';
import { serveFetch } from './forward/fetch.js';
import { serveExchange } from './forward/serve-exchange.js';
import { hostLimitsOf, type Limits } from './limits.js';
import type { PolicyRules } from './operation/policy.js';
import type { OnRequest } from './operation/request-log.js';

export interface BridgeOptions {
  /**
   * The address of the engine: `unix:///var/run/docker.sock`, `tcp://127.0.0.1:2375`, `https://host:2376`, `ssh://user@host`. The
   * variables `DOCKER_TLS_VERIFY` and `DOCKER_CERT_PATH` apply to `tcp://`.
   */
  readonly engine?: string;
  /** The context of the command line that names the engine. Not together with `engine`. */
  readonly context?: string;
  /** The certificates for the engine; enables TLS for `tcp://`. */
  readonly tls?: TlsOptions;
  /**
   * The version to use with the engine, such as `1.44`. By default the engine is asked: a client whose version it supports is not
   * converted, and any other client is converted to the nearest version that it supports.
   */
  readonly as?: string;
  /** The versions to serve; by default those of the engine, and all that can be converted. */
  readonly serve?: VersionRange;
  /** Whether a request that would lose something is refused, instead of sent without it. Default `false`. */
  readonly strict?: boolean;
  /** Which requests are allowed; by default all. */
  readonly policy?: PolicyRules;
  /** Code around operations, in the version of the engine. The first one is the outermost. */
  readonly hooks?: readonly BridgeHook[];
  /**
   * Conversions that replace those between the same neighbouring versions, for example with other conversion hooks:
   * `{ client: '1.41', engine: '1.44', load: () => olderClients({ nonRecursiveReadOnly }) }` with `olderClients` of
   * `@lading/conversions/v1.41`.
   */
  readonly conversions?: readonly ConversionProvider[];
  /** What clients may use. */
  readonly limits?: Limits;
  /** The maximum length of a JSON body that is converted or checked, in bytes. Default 64 MiB. */
  readonly maxJson?: number;
  /** Called when a request has ended, or its connection after an upgrade. */
  readonly onRequest?: OnRequest;
  /** Called with errors of the bridge itself and of hooks, which clients see as 500. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Handlers for a server. Requests of other versions are refused in the words of engines. A path without a version means the newest
 * served version, and responses name the served versions, so that clients negotiate them.
 */
export interface Bridge {
  /** For the event `request` of a server of Node. Never throws: errors are responses. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /**
   * For the event `upgrade` of a server of Node: attach, exec, sessions. Emits the request on its server as an ordinary one, so that
   * it reaches `handle`. Never throws.
   */
  handleUpgrade(request: IncomingMessage, socket: Socket, head: Uint8Array): void;
  /** For a server of the Fetch standard, which cannot upgrade connections. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Whether the engine responds. */
  isHealthy(signal: AbortSignal): Promise<boolean>;
  /** Listens on a unix socket, a port, or an open socket. @throws the errors of `net.Server.listen`: EADDRINUSE … */
  listen(address: ListenAddress): Promise<Listening>;
  /** Closes what `listen` opened: running requests have `timeout` to finish, and are then aborted. */
  close(options?: CloseOptions): Promise<void>;
}

/** How long the engine may take to respond to a client that has half-closed its connection, or is gone, in milliseconds. */
const halfOpenTime = 500;

/** The default of `maxJson`. */
export const defaultMaxJson = 64 * 1024 * 1024;

/**
 * @throws Error if no version is served, for an address or a context that is invalid, for a policy in another form, and for a hook of
 *   an operation that does not exist
 */
export async function createBridge(options: BridgeOptions): Promise<Bridge> {
  const { engine, context, tls, as, serve, strict = false, policy, maxJson = defaultMaxJson, onRequest } = options;
  const { hooks = [], conversions = [], limits = {} } = options;
  for (const operation of hooks.flatMap(({ operations }) => operations)) routeOf(operation);
  if (engine === undefined && context === undefined) throw new Error('engine: pass its address, or a context');
  const target = await resolveTarget({
    ...(engine !== undefined && { host: engine }),
    ...(context !== undefined && { context }),
    ...(tls !== undefined && { tls }),
  });
  const core = new BridgeCore(target, {
    as,
    serve,
    onRequest,
    onError: options.onError ?? console.error,
    conversions,
    treatment: { isStrict: strict, policy: policy && (await policyOf(policy)), hooks, maxJson },
  });
  const host = new NodeHost({
    limits: hostLimitsOf(limits),
    mayUpgrade,
    halfOpenTime,
    respondToMalformed: (status, message) => core.malformed(status, message),
    serve: (request) => serveExchange(core, request),
  });
  return {
    handle: host.listener,
    handleUpgrade: host.upgrade,
    fetch: (request) => serveFetch(core, request),
    isHealthy: (signal) => core.isHealthy(signal),
    listen: (address) => host.listen(address),
    close: (closeOptions) => host.close(closeOptions),
  };
}

/** Loads the validator of schemas for those who have a policy only. */
async function policyOf(rules: PolicyRules) {
  const { Policy } = await import('./operation/policy.js');
  return new Policy(rules);
}
