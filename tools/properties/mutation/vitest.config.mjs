// The tests that run for each mutant, with the values of a short run. Those of the command run the built package, and notice nothing.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** The first test that fails ends a run: tests of single parts come first, random histories last. */
class QuickFirst extends BaseSequencer {
  sort(files) {
    const first = /swarm-objects|reconcile-rules|certificate/;
    const last = /state-sets|reconcile\.test|any-sequence|data-folder|debian-registry/;
    const rank = ({ moduleId }) => (first.test(moduleId) ? 0 : last.test(moduleId) ? 2 : 1);
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

/**
 * They notice nothing or cannot run in the copy of the package that is changed: they start the built package, import examples of
 * another package, or start a registry of Debian.
 */
const excluded = ['test/program.test.ts', 'test/server-examples.test.ts', 'test/debian-registry.test.ts'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', relative(process.cwd(), join(import.meta.dirname, 'scenarios.tests.mjs'))],
    exclude: ['**/node_modules/**', '**/dist/**', ...excluded],
    pool: 'threads',
    sequence: { sequencer: QuickFirst },
    isolate: false,
    // Shorter than in a usual run: many faults make a test wait for what never happens.
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
    server: { deps: { external: [/\/dist\//] } },
    setupFiles: [fileURLToPath(new URL('../../../vitest.setup.ts', import.meta.url))],
    provide: { isFullRun: false, isExhaustiveRun: false, seed: 1 },
  },
});
