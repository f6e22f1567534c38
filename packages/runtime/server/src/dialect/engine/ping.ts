/** Built-in responses, and the additions to responses of handlers, for the negotiation of the API version. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import { RawResponse, Reply, reply } from '../../reply/index.js';
import { isJsonObject } from '../../schema/index.js';
import { handlerOf, type Handler, type HandlerTable } from '../../server/call.js';
import type { VersionRange } from '../dialect.js';

/** The ping operations, for contracts without them. */
const pingOperations: Readonly<Record<string, OperationContract>> = {
  SystemPing: {
    id: 'SystemPing',
    noun: 'system',
    verb: 'ping',
    method: 'GET',
    path: '/_ping',
    responses: { 200: { kind: 'text', mediaType: 'text/plain' } },
  },
  SystemPingHead: {
    id: 'SystemPingHead',
    noun: 'system',
    verb: 'pingHead',
    method: 'HEAD',
    path: '/_ping',
    responses: { 200: { kind: 'nothing' } },
  },
};

const pingHeaders = {
  'Cache-Control': 'no-cache, no-store, must-revalidate',
  'Content-Type': 'text/plain; charset=utf-8',
  Pragma: 'no-cache',
};

/** Adds the ping operations, which clients call before they know the server's version. */
export function withPing(contract: Contract): Contract {
  const paths = new Set(Object.values(contract.operations).map(({ method, path }) => `${method} ${path}`));
  const missing = Object.entries(pingOperations).filter(([, { method, path }]) => !paths.has(`${method} ${path}`));
  return missing.length === 0
    ? contract
    : { ...contract, operations: { ...contract.operations, ...Object.fromEntries(missing) } };
}

/** Returns the built-in handler of an operation. `HEAD /_ping` uses the handler of `GET /_ping`, if there is one. */
export function builtInHandler({ id }: OperationContract, handlers: HandlerTable): Handler | undefined {
  if (id === 'SystemPing') return () => 'OK';
  if (id === 'SystemPingHead')
    return handlerOf(pingOperations['SystemPing'] as OperationContract, handlers) ?? (() => undefined);
  return undefined;
}

/** Completes a response: pings must not be cached, and `SystemVersion` contains the range of served versions. */
export function completeResponse({ id }: OperationContract, value: unknown, range: VersionRange): unknown {
  if (value instanceof RawResponse) return value;
  switch (id) {
    case 'SystemPing':
    case 'SystemPingHead': {
      const pingReply = value instanceof Reply ? value : reply(200, value);
      const body = id === 'SystemPing' ? (pingReply.body ?? 'OK') : undefined;
      return reply(pingReply.status, body, { ...pingHeaders, ...pingReply.headers });
    }
    case 'SystemVersion': {
      if (!(value instanceof Reply)) return withVersionRange(value, range);
      return reply(value.status, withVersionRange(value.body, range), value.headers);
    }
    default:
      return value;
  }
}

function withVersionRange(version: unknown, { lowest, highest }: VersionRange): unknown {
  if (!isJsonObject(version)) return version;
  const { Components: components } = version;
  const range = { ApiVersion: highest, MinAPIVersion: lowest };
  return {
    ...version,
    ...range,
    ...(Array.isArray(components) && {
      Components: components.map((component: unknown, index) =>
        index === 0 && isJsonObject(component) && isJsonObject(component['Details'])
          ? { ...component, Details: { ...component['Details'], ...range } }
          : component,
      ),
    }),
  };
}
