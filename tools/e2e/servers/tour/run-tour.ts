/** Goes through the steps with one command line on one target. */
import type { Ran } from '../tree-program.js';
import { CommandLine } from './command-lines.js';
import { normalized } from './normalize.js';
import type { Step } from './step.js';
import { steps } from './steps/index.js';

export interface Outcome extends Ran {
  readonly step: Step;
}

/** @param only names of steps must begin with it; those that prepare others are then left out too */
export async function runTour(
  tree: string,
  host: string,
  only?: readonly string[],
  version?: string,
): Promise<readonly Outcome[]> {
  const docker = new CommandLine(tree, host, version);
  const outcomes: Outcome[] = [];
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
