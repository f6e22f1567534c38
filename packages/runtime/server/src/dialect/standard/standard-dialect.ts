/** HTTP as the standards and the document describe it. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import type { ResponseHeaders } from '../../reply/index.js';
import type { Dialect } from '../dialect.js';
import { addressReader } from './address.js';
import { authenticator } from './authenticate.js';
import { convertedReader } from './converted-reader.js';
import type { StandardOptions } from './options.js';
import { standardReader } from './request-reader.js';
import { TemplateRouter } from './route/template-router.js';
import { writeStandardReply } from './write-reply.js';
import type { ApiServer } from '../../server/api-server.js';
import { createServerOf } from '../../server/create-server-of.js';
import type { HandlerTable } from '../../server/call.js';
import { STATUS_CODES } from 'node:http';
import type { Failure } from '../../error/index.js';
import type { HostResponse } from '../../host/index.js';

/** Nothing is built in but the answers of HTTP itself: HEAD, OPTIONS, 404, 405, 406 and 415. */
export function standardDialect(contract: Contract, options: StandardOptions): Dialect {
  const contracts = [contract, ...(options.serves ?? []).map((served) => served.contract)];
  const authenticate = contracts.some(isSecured) ? authenticator(schemesOf(contracts), options.security) : undefined;
  return {
    addressOf: addressReader(contracts, options),
    versionRefusal: (version, { lowest, highest }) =>
      `version ${version.slice(0, 100)} is not served: ${lowest === highest ? 'the version is' : 'the oldest version is'} ${lowest}` +
      (lowest === highest ? '' : `, the newest ${highest}`),
    withBuiltIns: (all) => all,
    builtInHandler: () => undefined,
    addressScheme: 'http',
    routerOf: (all, routeOf) => new TemplateRouter(withHead(all), routeOf),
    ...(authenticate && { authenticate }),
    requestReader: standardReader,
    convertedReader,
    guardOf: () => undefined,
    complete: (_operation, value) => value,
    responseHeadersOf: (_contract, highest) => plainHeaders(highest),
    writeReply: writeStandardReply,
    errorResponse: (failure) => problemDetails(failure),
    respondWithoutOperation: ({ method }, methods) => {
      if (methods.length === 0) return { status: 404, message: 'no operation has this path' };
      const headers = { Allow: [...new Set([...methods, 'OPTIONS'])].sort().join(', ') };
      if (method === 'OPTIONS') return { status: 204, headers };
      return { status: 405, message: `the path has no operation ${String(method)}`, headers };
    },
  };
}

/** Lets every GET answer HEAD too. The host leaves out the body. */
function withHead(contract: Contract): Contract {
  const all = Object.entries(contract.operations);
  const taken = new Set(all.map(([, { method, path }]) => `${method} ${path}`));
  const heads = all
    .filter(([, { method, path }]) => method === 'GET' && !taken.has(`HEAD ${path}`))
    .map(([id, operation]): [string, OperationContract] => [`HEAD ${id}`, { ...operation, method: 'HEAD' }]);
  return { ...contract, operations: { ...contract.operations, ...Object.fromEntries(heads) } };
}

function isSecured({ operations }: Contract): boolean {
  return Object.values(operations).some(({ security = [] }) => security.length > 0);
}

function schemesOf(contracts: readonly Contract[]): Pick<Contract, 'securitySchemes'> {
  const all = [...contracts].reverse().map(({ securitySchemes }) => securitySchemes);
  return { securitySchemes: Object.assign({}, ...all) as NonNullable<Contract['securitySchemes']> };
}

function plainHeaders(apiVersion: string): ResponseHeaders {
  return {
    apiVersion,
    plain: () => ({}),
    json: (length) => ({ 'Content-Type': 'application/json', 'Content-Length': String(length) }),
  };
}

/** @throws Error if a conversion is for other versions */
export function createStandardServer(
  contract: Contract,
  handlers: HandlerTable,
  options: StandardOptions = {},
): ApiServer {
  return createServerOf(contract, handlers, standardDialect(contract, options), options);
}

/** Errors as problem details (RFC 9457). */
function problemDetails({ status, message, headers }: Pick<Failure, 'status' | 'message' | 'headers'>): HostResponse {
  const title = STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ title, status, ...(message !== title && { detail: message }) });
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': 'application/problem+json',
      'Content-Length': String(Buffer.byteLength(body)),
    },
    body,
  };
}
