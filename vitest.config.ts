import { defineConfig } from 'vitest/config';

// The only reader of the variable. Tests take the value by `inject('isFullRun')`.
const runs = process.env['LADING_RUNS'] ?? 'few';
if (runs !== 'few' && runs !== 'full') throw new Error(`LADING_RUNS is few or full, and not ${runs}.`);

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 60_000,
    pool: 'threads',
    // A worker loads a module once for all of its files; a test leaves nothing behind that another could see.
    isolate: false,
    provide: { isFullRun: runs === 'full' },
  },
});
