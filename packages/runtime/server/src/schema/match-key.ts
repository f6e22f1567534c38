/** Matching of keys with the properties of an object. */
import { foldKey } from '@lading/runtime-wire/json';
import type { PropertyPlan, ObjectPlan } from './object-plan.js';

/**
 * Returns the property that a key names, or undefined if the contract does not name it. In requests a key matches as in
 * engines: exactly, else by its folded form.
 *
 * @param previous the property of the previous key; it remembers this one, since most clients send the same order
 */
export function matchKey(
  key: string,
  previous: PropertyPlan,
  { fields, folded }: ObjectPlan,
): PropertyPlan | undefined {
  const { next } = previous;
  if (next !== undefined && next.name === key) return next;
  const field = fields.get(key) ?? folded?.get(foldKey(key));
  if (field !== undefined) previous.next = field;
  return field;
}
