/** Converts the text of an integer to a `bigint`. */

const form = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Returns a `bigint` for an integer, including `1e3` and `1.0`. Other numbers, and those larger than any double (which no
 * engine sends), are parsed as in plain JSON.
 */
export function wholeNumber(text: string): bigint | number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && !/[.eE]/.test(text)) return BigInt(number);
  const [, sign = '', digits = '', fraction = '', exponent = '0'] = form.exec(text) ?? [];
  if (!Number.isFinite(number)) return number;
  const all = digits + fraction;
  if (/^0*$/.test(all)) return 0n;
  const shift = Number(exponent) - fraction.length;
  if (shift >= 0) return BigInt(`${sign}${all}${'0'.repeat(shift)}`);
  return /^0*$/.test(all.slice(shift)) ? BigInt(`${sign}${all.slice(0, shift) || '0'}`) : number;
}
