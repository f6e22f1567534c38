/** Evaluates the conditions of a rule. */
import { collect } from './collect.js';
import { isEqual, isList, isRecord, isThere } from './json.js';
import { pathOf } from './path.js';
import type { Condition } from './rule.js';

/** Whether all conditions hold for the value at the place and the object that contains it. */
export type Holds = (value: unknown, beside: unknown) => boolean;

export function holdsOf(conditions: readonly Condition[], anyCase: boolean): Holds {
  const tests = conditions.map((condition) => testOf(condition, anyCase));
  return (value, beside) => tests.every((test) => test(value, beside));
}

function testOf(condition: Condition, anyCase: boolean): Holds {
  const path = pathOf(condition.of);
  const meets = (value: unknown) => meetsOne(value, condition);
  if (path.length === 0) return meets;
  return (_value, beside) => {
    const values = collect(beside, path, anyCase);
    return values.length === 0 ? meets(undefined) : values.some(meets);
  };
}

function meetsOne(value: unknown, { is, not }: Condition): boolean {
  if (not !== undefined && (!isThere(value) || value === '' || not.some((one) => isEqual(one, value)))) return false;
  switch (is) {
    case undefined:
      return true;
    case 'present':
      return isThere(value);
    case 'absent':
      return !isThere(value);
    case 'several':
      return sizeOf(value) > 1;
    default:
      return is.some((one) => isEqual(one, value ?? null));
  }
}

function sizeOf(value: unknown): number {
  if (isList(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}
