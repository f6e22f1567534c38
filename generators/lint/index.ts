export type { Finding } from './finding.js';
export { lint } from './lint.js';
export { rules } from './rules.js';
