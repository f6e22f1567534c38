export type { LintFinding } from './rule.js';
export { lint } from './lint.js';
export { documentationRules, ignoredRules, rules, uncheckedRules } from './rules.js';
