// The options of a run.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usage } from '../../run/entry.mjs';

usage(`
Usage: node tools/properties/mutation/mutate.mjs [FILE OR FOLDER ...] [options]

Changes the reference engine in small ways and counts how many of these faults its tests notice. Files and folders are those of
packages/engine/src: swarm, swarm/orchestrator. Results are stored, and a later run continues.

  --sample N        one of N mutants of each file, drawn by the seed (1: everything)
  --seed S          the seed of the sample (1)
  --survivors       only the faults that no test noticed before
  --missed          list the faults that no test noticed
  --report          measure nothing, print what has been measured
  --results FOLDER  where results are stored (tools/properties/mutation/.lading)
  --help            print this text`);

export const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    survivors: { type: 'boolean', default: false },
    results: { type: 'string', default: join(import.meta.dirname, '.lading') },
    report: { type: 'boolean', default: false },
    missed: { type: 'boolean', default: false },
  },
});
