export { bump, type BumpRequest, type BumpResult, type FolderFiles } from './bump.js';
export type { BumpPlan } from './plan-bump.js';
export { bumpJson, bumpText } from './report.js';
