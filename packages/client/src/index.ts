/** A client for any container engine, and helpers on top of it. */
export * from '@lading/runtime-client';
export { ArchiveError } from './archive/archive-error.js';
export type { ExtractOptions } from './archive/entry-filter.js';
export { at, type Handle } from './at.js';
export { buildContext, type BuildContextOptions } from './archive/build-context.js';
export { extract } from './archive/extract.js';
export { pack, type PackedFile } from './archive/pack.js';
export type { CommonInput } from './common-input.js';
export { connect, type ConnectAnyOptions, type EngineOf } from './connect.js';
export type { DockerodeNames } from './dockerode-names.js';
export type * from '../gen/engine.js';
export { type Engine, type EngineByVersion, type StreamPromise, isVersion } from './engine.js';
export { follow, type FollowOptions } from './follow.js';
export type { ProgressItem, ProgressOutput } from './progress-lines.js';
export { pull, type PullOptions, type PullProgress } from './pull.js';
export { push, type PushOptions, type PushProgress } from './push.js';
export { RemovalError, run, type RunOptions } from './run/run.js';
export type { RunResult } from './run/run-settings.js';
export { WaitError } from './wait/attempts.js';
export {
  waitFor,
  type WaitedFor,
  type WaitedForHttp,
  type WaitedForPort,
  type WaitedForResult,
  type WaitForOptions,
} from './wait/wait-for.js';
export type { UnsupportedInput } from './version-guard.js';
export { copyFrom, copyTo, readFile, writeFile, type CopyOptions } from './container/copy.js';
export { exec, type ExecOptions, type ExecResult } from './container/exec.js';
export { publishedPort, type PublishedPort } from './container/published-port.js';
export { usageOf, type StatsSample, type Usage } from './container/usage.js';
export { removeLabelled, type Removed } from './remove-labelled.js';
export { resumeEvents, type EngineEvent, type ResumeOptions } from './resume-events.js';
export { resumeLogs, type ResumeLogsOptions, type TimedLine } from './resume-logs.js';
export { decodeData, encodeData } from './secret-data.js';
