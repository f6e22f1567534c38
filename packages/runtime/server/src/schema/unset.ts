/** Values by which a client says that a property is not set. */
import type { Problems } from './problem.js';
import type { FieldPlan } from './record-plan.js';

/** Whether a request leaves a property out, although it gives a value that the property does not have. */
export function isUnset(value: unknown, { emptyIsUnset }: FieldPlan): boolean {
  return value === null || (value === '' && emptyIsUnset);
}

/** Reads what a property holds that is not among the values that fit at a glance. */
export function readValue(value: unknown, { read }: FieldPlan, problems: Problems): unknown {
  if (value === undefined) return value;
  if (value !== null) return read(value, problems);
  problems.add('must not be null');
  return value;
}
