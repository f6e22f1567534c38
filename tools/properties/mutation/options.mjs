// The options of a run.
import { join } from 'node:path';
import { parseArgs } from 'node:util';

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
