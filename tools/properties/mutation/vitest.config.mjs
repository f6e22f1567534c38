// The tests that run for each mutant: those of swarms, with the values of a short run.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/swarm/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'threads',
    isolate: false,
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    server: { deps: { external: [/\/dist\//] } },
    provide: { isFullRun: false, isExhaustiveRun: false, seed: 1 },
  },
});
