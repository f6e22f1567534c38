/** A number as it is written → a `bigint` where it is whole. */

const form = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * `1e3` and `1.0` are whole numbers too. What is not, and what is larger than any double (which no engine counts),
 * stays as plain JSON has it.
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
