/** HTTP as engines speak it. */
import { versionRefusal, type Contract, type OperationContract } from '@lading/runtime-wire';
import type { HostResponse } from '../../host/index.js';
import {
  sessionKind,
  earlyReply,
  hasEarlyHead,
  resultBeforeHead,
  responseHeadersOf,
  writeReply,
  type Headers,
  type Product,
} from '../../reply/index.js';
import { requestReader } from '../../request/index.js';
import type { Dialect } from '../dialect.js';
import { EngineRouter } from './engine-router.js';
import { builtInHandler, completeResponse, withPing } from './ping.js';
import { cleanUrlOf, splitUrl } from './split-url.js';
import { VersionCheck } from './version-check.js';
import type { ApiServer } from '../../server/api-server.js';
import { createServerOf } from '../../server/create-server-of.js';
import type { HandlerTable } from '../../server/call.js';
import type { SharedOptions } from '../../server/options.js';

/** The options of a server that speaks HTTP as engines do. */
export interface ServerOptions extends SharedOptions {
  readonly product?: Product;
  /**
   * Whether updates of nodes, services, secrets, configs, volumes and the swarm are rejected unless their `version` is
   * the current one. The server calls your inspect handlers for the current version, and runs updates of one object one
   * after the other.
   *
   * @default false
   */
  readonly checkVersions?: boolean;
}

/**
 * The version is the first segment of the path, keys match in any case, null and absent values are zero values, and an
 * error is `{"message"}`.
 */
export function engineDialect({ product, checkVersions }: Pick<ServerOptions, 'product' | 'checkVersions'>): Dialect {
  return {
    addressOf: ({ url }) => splitUrl(url),
    versionRefusal,
    withBuiltIns: withPing,
    builtInHandler,
    addressScheme: 'tcp',
    routerOf: (contract, routeOf) => new EngineRouter(contract, routeOf),
    // Other upgrades are refused only after the handler's own errors.
    checkUpgrade: (operation, request) => {
      if (operation.responses[101]?.kind === 'http2') sessionKind(operation, request);
    },
    requestReader,
    guardOf: (contract, run) => {
      if (checkVersions !== true) return undefined;
      const check = new VersionCheck(contract, run);
      return (operation, call) => check.run(operation, call);
    },
    early: {
      appliesTo: hasEarlyHead,
      respond: async (result, context) => (await resultBeforeHead(result)) ?? { response: earlyReply(result, context) },
    },
    complete: completeResponse,
    responseHeadersOf: ({ vendor = 'Docker' }, highest) => responseHeadersOf(vendor, highest, product),
    writeReply,
    errorResponse: ({ status, message, headers: own }, headers, operation) =>
      operation?.responses[200]?.kind === 'upgrade' && operation.errors?.[status] === undefined
        ? streamError(operation, own, status, message)
        : errorResponse({ ...headers?.plain(), ...own }, status, message),
    // 404 without the server's headers, and 200 to OPTIONS of any path.
    respondWithoutOperation: ({ method, url }, _methods, headers) => {
      const cleanUrl = cleanUrlOf(url);
      if (cleanUrl !== url) return { status: 301, headers: { Location: cleanUrl, 'Content-Length': '0' } };
      return method === 'OPTIONS'
        ? { status: 200, headers: { ...headers.plain(), 'Content-Length': '0' } }
        : { status: 404, message: 'page not found' };
    },
  };
}

/** Returns an error of an operation that takes over the connection before it knows of the error: a text without headers. */
function streamError(
  operation: OperationContract,
  own: Headers | undefined,
  status: number,
  message: string,
): HostResponse {
  const body = `${message}\r\n`;
  const type = operation.responses[200]?.mediaType ?? 'text/plain';
  const headers = {
    ...own,
    'Content-Type': type,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { status, headers, body };
}

/** Returns an error response. @param headers the headers of the response, which are modified */
function errorResponse(headers: Headers, status: number, message: string): HostResponse {
  const body = `${JSON.stringify({ message })}\n`;
  headers['Content-Type'] = 'application/json';
  headers['Content-Length'] = String(Buffer.byteLength(body));
  return { status, headers, body };
}

/** @throws Error if a conversion is for other versions, or if a path is not one of engines */
export function createEngineServer(contract: Contract, handlers: HandlerTable, options: ServerOptions = {}): ApiServer {
  return createServerOf(contract, handlers, engineDialect(options), options);
}
