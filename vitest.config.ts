import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The only reader of the variable. Tests take the value by `inject('isFullRun')` and `inject('isExhaustiveRun')`.
const runs = process.env['LADING_RUNS'] ?? 'few';
if (!['few', 'full', 'exhaustive'].includes(runs))
  throw new Error(`LADING_RUNS is few, full or exhaustive, and not ${runs}.`);

// Printed, so that a failure can be repeated with the same values.
const seed = Number(process.env['LADING_SEED'] ?? randomInt(2 ** 31));
if (!Number.isInteger(seed)) throw new Error(`LADING_SEED is a whole number, and not ${process.env['LADING_SEED']}.`);
process.stderr.write(`Seed of the property tests: LADING_SEED=${seed}\n`);

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 60_000,
    pool: 'threads',
    // A worker loads a module once for all of its files; a test leaves nothing behind that another could see.
    isolate: false,
    // Built modules are loaded by Node as they are; to transform them again costs more than many a test.
    server: { deps: { external: [/\/dist\//] } },
    setupFiles: [join(import.meta.dirname, 'vitest.setup.ts')],
    provide: { isFullRun: runs !== 'few', isExhaustiveRun: runs === 'exhaustive', seed },
  },
});
