/** The order of the steps: documents → an API per version → a timeline → files. */
export { PipelineCache } from './cache.js';
export type { EmitOptions } from './emit-options.js';
export { filesOf } from './output-files.js';
export { timelineOf } from './timeline.js';
