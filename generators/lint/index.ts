export type { LintFinding } from './finding.js';
export { lint } from './lint.js';
export { documentationRules, ignoredRules, rules, uncheckedRules } from './rules.js';
