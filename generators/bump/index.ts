export { bump, type BumpRequest, type BumpResult } from './bump.js';
export type { BumpPlan } from './plan-bump.js';
export { bumpJson, bumpText } from './report.js';
