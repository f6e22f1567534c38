/** Runs the steps with one command line on one target. */
import type { ProgramResult } from '../tree-program.js';
import { TourCommandLine } from './command-lines.js';
import { normalized } from './normalize.js';
import type { TourStep } from './step.js';
import { steps } from './steps/index.js';

export interface TourOutcome extends ProgramResult {
  readonly step: TourStep;
}

/** Runs the tour. @param only prefixes of the names of steps to run; steps that prepare others are not added */
export async function runTour(
  tree: string,
  host: string,
  only?: readonly string[],
  version?: string,
): Promise<readonly TourOutcome[]> {
  const docker = new TourCommandLine(tree, host, version);
  const outcomes: TourOutcome[] = [];
  try {
    for (const step of steps) {
      if (step.needs === 'buildx' && !docker.hasBuildx) continue;
      if (only !== undefined && !only.some((name) => step.name.startsWith(name))) continue;
      outcomes.push({ step, ...normalized(await docker.run(step), step) });
    }
  } finally {
    docker.remove();
  }
  return outcomes;
}
