/** The rules between the parameters and the body of an operation. */
import type { Operation, Parameter } from '../contract/index.js';
import {
  any,
  checkRecord,
  optional,
  record,
  recordCheck,
  segmentsOfPath,
  type Fields,
  type Problems,
  type RecordShape,
} from '../shape/index.js';

type Parts = Readonly<Record<'path' | 'query' | 'body', unknown>>;

/** Undefined where there are none to check. */
export function operationRules({
  parameters: { path = {}, query = {} } = {},
  body,
  rules = [],
}: Operation): ((parts: Parts, problems: Problems) => void) | undefined {
  const whole = record({
    path: optional(recordOf(path)),
    query: optional(recordOf(query)),
    body: optional(body?.kind === 'json' ? body.shape : any),
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

function recordOf(parameters: Readonly<Record<string, Parameter>>): RecordShape {
  const fields: Record<string, Fields[string]> = {};
  for (const [name, { shape }] of Object.entries(parameters)) fields[name] = optional(shape);
  return record(fields);
}
