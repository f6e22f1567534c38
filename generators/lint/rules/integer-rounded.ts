/** An integer that JavaScript's numbers, and those of most other languages' JSON, do not represent. */
import type { Json } from '../../document/index.js';
import type { Remark, LintRule } from '../rule.js';

/** The bounds of 64-bit integers, as limits are written, which lose nothing that a number could have. */
const bounds: ReadonlySet<number> = new Set([2 ** 63, -(2 ** 63), 2 ** 64]);

export const integerRounded: LintRule = {
  name: 'integer-rounded',
  severity: 'warning',
  check: ({ root }) => {
    const found: Remark[] = [];
    const path: string[] = [];
    const visit = (value: Json): void => {
      if (typeof value === 'number' && mayBeRounded(value))
        found.push({ path: [...path], sentence: sentenceOf(value) });
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        path.push(key);
        visit(inner as Json);
        path.pop();
      }
    };
    visit(root);
    return found;
  },
};

/** Whether a document may have had other digits: a double keeps 15 of them. */
function mayBeRounded(value: number): boolean {
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || bounds.has(value)) return false;
  return value.toExponential().replace(/e.*$|\D/g, '').length > 15;
}

function sentenceOf(value: number): string {
  return `The integer is read as ${BigInt(value)}, since numbers keep 15 digits. Write one with fewer.`;
}
