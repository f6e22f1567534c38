/** Reader of conditions: `not`, `if`, and constraints of values of one type. */
import type { ConditionSchema } from '@lading/runtime-wire';
import { fitsSchema } from './fits-schema.js';
import type { Mode, Reader, ReaderOf } from './read-function.js';

/** The value itself is read by other schemas: this one only adds problems. */
export function conditionReader(schema: ConditionSchema, mode: Mode, readerOf: ReaderOf): Reader {
  const { if: tested, then, else: otherwise } = schema;
  let readers: readonly (Reader | undefined)[] | undefined;
  return (value, problems) => {
    readers ??= [then, otherwise].map((one) => one && readerOf(one, mode));
    const isTested = fitsSchema(tested, value, mode, readerOf);
    if (isTested && then?.kind === 'never') problems.addRule('must not be such a value');
    // What is not of a type has the problems of that type.
    else if (!isTested && otherwise?.kind === 'never') readerOf(tested, mode)(value, problems);
    else readers[isTested ? 0 : 1]?.(value, problems);
    return value;
  };
}
