export type { LintFinding } from './finding.js';
export { lint } from './lint.js';
export { rules } from './rules.js';
export { constraintUnchecked } from './rules/constraint-unchecked.js';
export { typeUnknown } from './rules/type-unknown.js';
