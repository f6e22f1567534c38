/** Built-in responses, and the additions to responses of handlers, for the negotiation of the API version. */
import type { OperationContract } from '@lading/runtime-wire';
import { RawResponse, Reply, reply } from '../reply/index.js';
import type { HandlerTable } from './handler-table.js';
import { handlerOf, type Handler } from './handler-table.js';

/** The ping operations, for contracts without them. */
export const pingOperations: Readonly<Record<string, OperationContract>> = {
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

/** Returns the built-in handler of an operation. `HEAD /_ping` uses the handler of `GET /_ping`, if there is one. */
export function builtInHandler({ id }: OperationContract, handlers: HandlerTable): Handler | undefined {
  if (id === 'SystemPing') return () => 'OK';
  if (id === 'SystemPingHead')
    return handlerOf(pingOperations['SystemPing'] as OperationContract, handlers) ?? (() => undefined);
  return undefined;
}

/** Completes a response: pings must not be cached, and `SystemVersion` contains the range of served versions. */
export function completeResponse({ id }: OperationContract, value: unknown, lowest: string, highest: string): unknown {
  if (value instanceof RawResponse) return value;
  switch (id) {
    case 'SystemPing':
    case 'SystemPingHead': {
      const pingReply = value instanceof Reply ? value : reply(200, value);
      const body = id === 'SystemPing' ? (pingReply.body ?? 'OK') : undefined;
      return reply(pingReply.status, body, { ...pingHeaders, ...pingReply.headers });
    }
    case 'SystemVersion': {
      if (!(value instanceof Reply)) return withVersionRange(value, lowest, highest);
      return reply(value.status, withVersionRange(value.body, lowest, highest), value.headers);
    }
    default:
      return value;
  }
}

function withVersionRange(version: unknown, lowest: string, highest: string): unknown {
  if (!isObject(version)) return version;
  const { Components: components } = version;
  const range = { ApiVersion: highest, MinAPIVersion: lowest };
  return {
    ...version,
    ...range,
    ...(Array.isArray(components) && {
      Components: components.map((component: unknown, index) =>
        index === 0 && isObject(component) && isObject(component['Details'])
          ? { ...component, Details: { ...component['Details'], ...range } }
          : component,
      ),
    }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
