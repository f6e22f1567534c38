/** Pairs of versions whose operations and schemas are indexed by name. */
import type { VersionStep } from '../ir/index.js';
import { indexed, type IndexedApi } from './message-types.js';
import { withPathNames } from './path-names.js';
import { withNewNames } from './renamed-api.js';

interface IndexedStep extends VersionStep {
  readonly older: IndexedApi;
  readonly newer: IndexedApi;
}

/** The older version has the names of the newer one, where rules rename them. */
export function indexedStep<Step extends VersionStep>(step: Step): Step & IndexedStep {
  const newer = indexed(step.newer);
  const renamed = withNewNames(step.older, step.newer, step.rules);
  return { ...step, older: indexed(withPathNames(renamed, newer)), newer };
}
