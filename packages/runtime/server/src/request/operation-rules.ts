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
import { checkObject, objectCheck, segmentsOfPath, type Problems } from '../schema/index.js';

type RequestParts = Readonly<Record<'path' | 'query' | 'body', unknown>>;

/** Returns the check of all rules between parameters and body, or undefined if there are none. */
export function operationRules({
  parameters: { path = {}, query = {} } = {},
  body,
  rules = [],
}: OperationContract): ((parts: RequestParts, problems: Problems) => void) | undefined {
  const requestSchema = object({
    path: optional(objectOf(path)),
    query: optional(objectOf(query)),
    body: optional(body?.kind === 'json' ? body.schema : any),
  });
  // Rules name parameters without their place.
  const segmentsOf = (name: string): readonly string[] => {
    const segments = segmentsOfPath(name);
    const [first = ''] = segments;
    return first === 'body' ? segments : [Object.hasOwn(path, first) ? 'path' : 'query', ...segments];
  };
  const checks = rules.flatMap((rule) => objectCheck(rule, requestSchema, segmentsOf) ?? []);
  if (checks.length === 0) return undefined;
  return (parts, problems) => checkObject(checks, parts, problems);
}

function objectOf(parameters: Readonly<Record<string, ParameterContract>>): ObjectSchema {
  const fields: Record<string, Fields[string]> = {};
  for (const [name, { schema }] of Object.entries(parameters)) fields[name] = optional(schema);
  return object(fields);
}
