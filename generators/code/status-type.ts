/** The type of the status of a response. */
import { narrowerStatuses, type Response } from '../ir/index.js';
import { literal } from './identifier.js';

/**
 * Returns the type of a status: that of a range or of `default` excludes what others declare more exactly.
 *
 * @param statusIn the type `StatusIn` of a runtime
 */
export function statusType(status: string, responses: readonly Response[], statusIn: string): string {
  if (/^\d+$/.test(status)) return status;
  const declared = narrowerStatuses(status, responses).map((one) => (/^\d+$/.test(one) ? one : literal(one)));
  const range = literal(status === 'default' ? status : status.toUpperCase());
  return `${statusIn}<${range}${declared.length === 0 ? '' : `, ${declared.join(' | ')}`}>`;
}
