/** Pairs of versions whose operations and schemas are indexed by name. */
import type { VersionStep } from '../ir/index.js';
import { indexed, type IndexedApi } from './message-types.js';

interface IndexedStep extends VersionStep {
  readonly older: IndexedApi;
  readonly newer: IndexedApi;
}

export function indexedStep<Step extends VersionStep>(step: Step): Step & IndexedStep {
  return { ...step, older: indexed(step.older), newer: indexed(step.newer) };
}
