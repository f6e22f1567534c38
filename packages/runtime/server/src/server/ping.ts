/** What the server answers itself, and what it adds to the answers of handlers, so that clients find the version to speak. */
import type { OperationContract } from '@lading/runtime-wire';
import { RawResponse, Reply, reply } from '../reply/index.js';
import type { HandlerTable } from './handler-table.js';
import { handlerOf, type Handler } from './handler-table.js';

/** For contracts that do not name them. */
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

/** Of `GET /_ping` and `HEAD /_ping` where there is no handler; the latter is answered by the former's. */
export function builtIn({ id }: OperationContract, handlers: HandlerTable): Handler | undefined {
  if (id === 'SystemPing') return () => 'OK';
  if (id === 'SystemPingHead')
    return handlerOf(pingOperations['SystemPing'] as OperationContract, handlers) ?? (() => undefined);
  return undefined;
}

/** An answer as it goes out: pings are not to be kept, and a version names the range that is served. */
export function completed({ id }: OperationContract, value: unknown, lowest: string, highest: string): unknown {
  if (value instanceof RawResponse) return value;
  switch (id) {
    case 'SystemPing':
    case 'SystemPingHead': {
      const own = value instanceof Reply ? value : reply(200, value);
      const body = id === 'SystemPing' ? (own.body ?? 'OK') : undefined;
      return reply(own.status, body, { ...pingHeaders, ...own.headers });
    }
    case 'SystemVersion': {
      if (!(value instanceof Reply)) return withRange(value, lowest, highest);
      return reply(value.status, withRange(value.body, lowest, highest), value.headers);
    }
    default:
      return value;
  }
}

function withRange(version: unknown, lowest: string, highest: string): unknown {
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
