/** The rules between the parameters and the body of an operation. */
import {
  type Fields,
  type OperationContract,
  type ParameterContract,
  type ObjectSchema,
  any,
  optional,
  object,
} from '@lading/runtime-wire';
import { checkRecord, recordCheck, segmentsOfPath, type Problems } from '../schema/index.js';

type Parts = Readonly<Record<'path' | 'query' | 'body', unknown>>;

/** Undefined where there are none to check. */
export function operationRules({
  parameters: { path = {}, query = {} } = {},
  body,
  rules = [],
}: OperationContract): ((parts: Parts, problems: Problems) => void) | undefined {
  const whole = object({
    path: optional(recordOf(path)),
    query: optional(recordOf(query)),
    body: optional(body?.kind === 'json' ? body.schema : any),
  });
  // Rules call parameters by their names alone.
  const segmentsOf = (name: string): readonly string[] => {
    const segments = segmentsOfPath(name);
    const [first = ''] = segments;
    return first === 'body' ? segments : [Object.hasOwn(path, first) ? 'path' : 'query', ...segments];
  };
  const checks = rules.flatMap((rule) => recordCheck(rule, whole, segmentsOf) ?? []);
  if (checks.length === 0) return undefined;
  return (parts, problems) => checkRecord(checks, parts, problems);
}

function recordOf(parameters: Readonly<Record<string, ParameterContract>>): ObjectSchema {
  const fields: Record<string, Fields[string]> = {};
  for (const [name, { schema }] of Object.entries(parameters)) fields[name] = optional(schema);
  return object(fields);
}
