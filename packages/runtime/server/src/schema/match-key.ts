/** Which property of a record a key names. */
import { foldKey } from './fold-key.js';
import type { FieldPlan, RecordPlan } from './record-plan.js';

/**
 * Returns undefined for a key that the contract does not name. In requests a key matches as engines match it: exactly, else
 * as it folds.
 *
 * @param previous what the key before was matched with; remembers this one, since most clients send the same order
 */
export function matchKey(key: string, previous: FieldPlan, { fields, folded }: RecordPlan): FieldPlan | undefined {
  const { next } = previous;
  if (next !== undefined && next.name === key) return next;
  const field = fields.get(key) ?? folded?.get(foldKey(key));
  if (field !== undefined) previous.next = field;
  return field;
}
