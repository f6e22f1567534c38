/** The rules between the parameters and the body of an operation. */
import type { Operation } from '../contract/index.js';
import { any, optional, record, recordCheck, type Fields, type Problems } from '../shape/index.js';

export interface Parts {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Undefined where there are none to check. */
export function operationRules({
  parameters = {},
  body,
  rules = [],
}: Operation): ((parts: Parts, problems: Problems) => void) | undefined {
  if (rules.length === 0) return undefined;
  const fields: Record<string, Fields[string]> = {};
  for (const place of [parameters.path, parameters.query]) {
    for (const [name, { shape }] of Object.entries(place ?? {})) fields[name] = optional(shape);
  }
  fields['body'] = optional(body?.kind === 'json' ? body.shape : any);
  const whole = record(fields);
  const checks = rules.flatMap((rule) => recordCheck(rule, whole));
  if (checks.length === 0) return undefined;
  return ({ path, query, body: given }, problems) => {
    const before = problems.list.length;
    // By hand: two spreads cost more than all checks.
    const values: Record<string, unknown> = { body: given };
    for (const name in path) values[name] = path[name];
    for (const name in query) values[name] = query[name];
    for (const check of checks) check(values, problems);
    for (const problem of problems.list.slice(before)) {
      const [, name = ''] = problem.pointer.split('/', 2);
      if (name !== 'body')
        problem.pointer = `/${Object.hasOwn(parameters.path ?? {}, name) ? 'path' : 'query'}${problem.pointer}`;
    }
  };
}
