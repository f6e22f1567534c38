// The tests that run for each mutant, with the values of a short run. Those of the command run the built package, and notice nothing.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** Faults are noticed by quick tests first. Scenarios come late: with a fault, they wait for what never happens. Random histories are last. */
class QuickFirst extends BaseSequencer {
  sort(files) {
    const first = /responses|shell-scripts|settings|reconcile-rules|swarm-objects/;
    const last = /scenarios|state-sets|any-sequence|data-folder/;
    const rank = ({ moduleId }) => (first.test(moduleId) ? 0 : last.test(moduleId) ? 2 : 1);
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

/**
 * They notice nothing or cannot run in the copy of the package that is changed: they start the built package, import examples of
 * another package, or start a registry of Debian.
 */
const excluded = ['test/program.heavy.test.ts', 'test/server-examples.test.ts', 'test/debian-registry.heavy.test.ts'];

const scenarios = relative(process.cwd(), join(import.meta.dirname, 'scenarios.tests.mjs'));
const { files: done } = JSON.parse(readFileSync(process.env.LADING_MUTATION_RUN ?? '', 'utf8'));

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', scenarios],
    exclude: ['**/node_modules/**', '**/dist/**', ...excluded, ...done],
    pool: 'threads',
    maxWorkers: 1,
    runner: join(import.meta.dirname, 'warm-runner.mjs'),
    // It runs the built package, and takes a second each time.
    testNamePattern: /^(?!.*what was confirmed is there)/,
    sequence: { sequencer: QuickFirst },
    isolate: false,
    // Shorter than in a usual run: many faults make a test wait for what never happens. A failure on a busy machine is tried again.
    testTimeout: 5000,
    hookTimeout: 5000,
    expect: { poll: { timeout: 2000 } },
    server: { deps: { external: [/\/dist\//] } },
    setupFiles: [fileURLToPath(new URL('../../../vitest.setup.ts', import.meta.url))],
    provide: { isFullRun: false, isExhaustiveRun: false, seed: 1 },
  },
});
