/** How deep the values of messages may be nested: they are compared by recursion, and rules name places by their whole path. */
import { LadingError } from '../diagnostics/index.js';

export const MAX_LEVELS = 500;

/** @param operation `POST /pets` */
export function tooDeep(operation: string): LadingError {
  return new LadingError({
    code: 'READ_LIMIT',
    subject: `${operation} has messages whose schemas contain each other in a chain of more than ${MAX_LEVELS}`,
    place: 'conversions',
    remedy: 'Leave the operation out (operations in the configuration), or generate no conversions',
  });
}
