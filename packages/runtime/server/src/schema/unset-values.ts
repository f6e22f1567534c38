/** Values that mean "not set" in a request. */
import type { Problems } from './problems.js';
import type { PropertyPlan } from './object-plan.js';

/** Tells whether a value that the schema does not allow means that the property is not set. */
export function isUnset(value: unknown, { emptyIsUnset }: PropertyPlan): boolean {
  return value === null || (value === '' && emptyIsUnset);
}

/** Reads the value of a property whose kind is not one that always fits. */
export function readPropertyValue(value: unknown, { read }: PropertyPlan, problems: Problems): unknown {
  if (value === undefined) return value;
  if (value !== null) return read(value, problems);
  problems.add('must not be null');
  return value;
}
