/** A client for any container engine, and helpers on top of it. */
export * from '@lading/runtime-client';
export { ArchiveError } from './archive/archive-error.js';
export { buildContext, type BuildContextOptions } from './archive/build-context.js';
export type { ExtractOptions } from './archive/extract-options.js';
export { extract } from './archive/extract.js';
export { pack, type PackedFile } from './archive/pack.js';
export { connect, type ConnectAnyOptions } from './connect.js';
export type * from '../gen/engine.js';
export { follow, type FollowOptions } from './follow.js';
export type { ProgressItem, ProgressOutput } from './progress-lines.js';
export { pull, type PullOptions, type PullProgress } from './pull.js';
export { push, type PushOptions, type PushProgress } from './push.js';
export { RemovalError } from './run/removal-error.js';
export type { RunResult } from './run/run-result.js';
export { run, type RunOptions } from './run/run.js';
export { waitFor, WaitError, type WaitedFor, type WaitForOptions } from './wait-for.js';
export type { UnsupportedInput } from './version-guard.js';
