export type { Finding } from './finding.js';
export { lint } from './lint.js';
export { rules } from './rules.js';
export type { Rule } from './rule.js';
