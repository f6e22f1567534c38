/** Readers of numbers: they check the type, the limits, and the rules about a single number. */
import { type IntegerSchema, type NumberSchema, type SchemaRule, sentence } from '@lading/runtime-wire';
import type { Problems } from './problems.js';
import type { Mode, Reader } from './read-function.js';

/**
 * The ranges of the formats in JavaScript numbers: the largest limits are rounded up, so that their exact values pass.
 */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  uint8: [0, 255],
  uint16: [0, 65_535],
  uint32: [0, 4_294_967_295],
  uint64: [0, 2 ** 64],
  int32: [-2_147_483_648, 2_147_483_647],
  int64: [-(2 ** 63), 2 ** 63],
};

export function numberReader(schema: IntegerSchema | NumberSchema, mode: Mode): Reader {
  const integer = schema.kind === 'integer';
  // Integers of JSON Schema have no limits.
  const range = ranges[schema.format ?? (integer && mode !== 'strict' ? 'int64' : '')] ?? [-Infinity, Infinity];
  const minimum = Math.max(range[0], schema.minimum ?? -Infinity);
  const maximum = Math.min(range[1], schema.maximum ?? Infinity);
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity, multipleOf } = schema;
  const sentinels = new Set<number | bigint>(schema.sentinels);
  const checks = mode !== 'response' ? (schema.rules ?? []).map(numberCheck) : [];
  const isInt64 = schema.format === 'int64' || schema.format === 'uint64';
  return (given, problems) => {
    // A bigint is an integer beyond the safe integers: whoever wants to lose no digit gets it, all others a number.
    const value = typeof given === 'bigint' && !(isInt64 && problems.exact) ? Number(given) : given;
    if (!isNumber(value) || (integer && !isInteger(value))) {
      problems.add(integer ? 'must be an integer' : 'must be a number');
    } else if (sentinels.has(value)) {
      return value;
    } else if (value < minimum) {
      addRangeProblem(problems, value < range[0], `must be at least ${minimum}`);
    } else if (value > maximum || isBeyond(value, range[1])) {
      const isOutsideType = value > range[1] || isBeyond(value, range[1]);
      addRangeProblem(problems, isOutsideType, `must be at most ${digitsOf(maximum)}`);
    } else if (value <= above) {
      problems.addRule(`must be more than ${above}`);
    } else if (value >= below) {
      problems.addRule(`must be less than ${below}`);
    } else if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
      problems.addRule(`must be a multiple of ${multipleOf}`);
    } else for (const check of checks) check(value, problems);
    return value;
  };
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isInteger(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** Returns the digits of a limit: those of the largest integer of a format, if it is rounded up. */
function digitsOf(limit: number): string {
  return limit >= 2 ** 63 && Number.isFinite(limit) ? String(BigInt(limit) - 1n) : String(limit);
}

/** Whether all digits of an integer say that it exceeds the largest one of a format, whose limit is rounded up. */
function isBeyond(value: number | bigint, limit: number): boolean {
  return typeof value === 'bigint' && value >= limit;
}

/** Whether a number is a multiple of another one, in decimal digits: 0.3 is one of 0.1. */
function isMultiple(value: number | bigint, of: number): boolean {
  if (typeof value === 'bigint' && Number.isInteger(of)) return value % BigInt(of) === 0n;
  const number = Number(value);
  const isExact = number % of === 0;
  if (isExact || Number.isInteger(of)) return isExact;
  const scale = 10 ** Math.max(decimalsOf(number), decimalsOf(of));
  return Math.round(number * scale) % Math.round(of * scale) === 0;
}

/** The number of digits after the point: 2 for 0.25. */
function decimalsOf(number: number): number {
  const [, digits = '', exponent] = /(?:\.(\d+))?e([+-]\d+)$/.exec(number.toExponential()) ?? [];
  return Math.max(0, digits.length - Number(exponent));
}

/** Reports a number outside the limits. @param isOutsideType whether the format itself has no such number */
function addRangeProblem(problems: Problems, isOutsideType: boolean, message: string): void {
  if (isOutsideType) problems.add(message);
  else problems.addRule(message);
}

function numberCheck(rule: SchemaRule): (value: number | bigint, problems: Problems) => void {
  const say = (problems: Problems, wants: string): void => problems.addRule(`${wants} (${sentence(rule)})`);
  switch (rule.kind) {
    case 'zero-or-minimum': {
      const least = Number(rule.value);
      return (value, problems) => {
        if (value !== 0 && value < least) say(problems, `must be 0 or at least ${least}`);
      };
    }
    case 'zero-or-range': {
      const [from = 0, to = 0] = String(rule.value).split('-').map(Number);
      return (value, problems) => {
        if (value !== 0 && (value < from || value > to)) say(problems, `must be 0 or from ${from} to ${to}`);
      };
    }
    case 'positive-minimum': {
      const least = Number(rule.value);
      return (value, problems) => {
        if (value > 0 && value < least) say(problems, `must be at least ${least} where it is positive`);
      };
    }
    default:
      return () => undefined;
  }
}
