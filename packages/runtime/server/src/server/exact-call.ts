/** The calls that handlers of an exact server receive: each 64-bit integer is a `bigint`. */
import type { BodyContract, OperationContract, ParameterContract } from '@lading/runtime-wire';
import { exactValue } from '../schema/index.js';
import type { Call } from './call.js';
import { callWith } from './derived-call.js';

/** Returns the call of a handler of an operation. */
export function exactCall({ parameters = {}, body }: OperationContract, call: Call): Call {
  return callWith(call, {
    path: exactParameters(parameters.path, call.path),
    query: exactParameters({ ...parameters.query, ...parameters.querystring }, call.query),
    headers: exactParameters(parameters.headers, call.headers),
    body: body === undefined ? call.body : exactBody(body, call.body),
  });
}

function exactParameters(parameters: Readonly<Record<string, ParameterContract>> = {}, values: unknown): unknown {
  if (typeof values !== 'object' || values === null) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const schema = Object.hasOwn(parameters, name) ? parameters[name]?.schema : undefined;
      return [name, schema === undefined ? value : exactValue(schema, value)];
    }),
  );
}

function exactBody(body: BodyContract, value: unknown): unknown {
  const schemas = body.content === undefined ? [] : Object.values(body.content).map(({ schema }) => schema);
  if (body.kind === 'json' && schemas.length === 0) return exactValue(body.schema, value);
  return schemas.reduce<unknown>(
    (result, schema) => (schema === undefined ? result : exactValue(schema, result)),
    value,
  );
}
