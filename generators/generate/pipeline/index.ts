/** The pipeline: documents → an API per version → a timeline → files. */
export { keyOf, PipelineCache, SingleRun } from './cache.js';
export type { PlacedApiEmitter, VersionDependencies } from './emit-api-packages.js';
export type { EmitOptions, EmitterOptions } from './emit-options.js';
export { filesOf, outputOf, type Output } from './output-files.js';
export { timelineOf } from './timeline.js';
