/** A container engine for tests: it keeps state, needs no daemon, and serves clients of the versions 1.24 to 1.52. */
export { ManualClock } from './clock/manual-clock.js';
export { createEngine, type Engine, type EngineExtras } from './create-engine.js';
export type { EventLog } from './events/event-log.js';
export type { EventRecord, EventType } from './events/event-record.js';
export type { Fault, Faults } from './faults/faults.js';
export { RecordingDriver } from './network-driver/recording-driver.js';
export type { Clock } from './ports/clock.js';
export * from './ports/container-runtime.js';
export * from './ports/filesystem.js';
export type { Ids } from './ports/ids.js';
export * from './ports/network-driver.js';
export type { Ports } from './ports/ports.js';
export type * from './ports/registry.js';
export type * from './ports/store.js';
export { RunningEngine, type EngineSnapshot } from './running-engine.js';
export type { Program, ProgramContext, ProgramFiles, ProgramOutput } from './runtime/program.js';
export type { Programs } from './runtime/programs.js';
export { startEngine, type StartOptions } from './start-engine.js';
