import { createHash, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { globSync } from 'tinyglobby';
import { defineConfig } from 'vitest/config';
import { Failures } from './vitest.failures.js';

// The only reader of the variable. Tests take the value by `inject('isFullRun')` and `inject('isExhaustiveRun')`.
const runs = process.env['LADING_RUNS'] ?? 'few';
if (!['few', 'drawn', 'full', 'exhaustive'].includes(runs))
  throw new Error(`LADING_RUNS is few, drawn, full or exhaustive, and not ${runs}.`);

// Printed, so that a failure can be repeated with the same values.
const seed = Number(process.env['LADING_SEED'] ?? randomInt(2 ** 31));
if (!Number.isInteger(seed)) throw new Error(`LADING_SEED is a whole number, and not ${process.env['LADING_SEED']}.`);
process.stderr.write(`Seed of the property tests: LADING_SEED=${seed}\n`);

// CI runs the tests of a quarter of the projects in full, which the seed draws: all of them would take longer than the rest of it.
const project = relative(import.meta.dirname, process.cwd());
const isDrawn = fraction(`${seed} ${project}`) < 1 / 4;
const isFullRun = runs === 'drawn' ? isDrawn : runs !== 'few';
if (runs === 'drawn' && isFullRun) process.stderr.write('This project is drawn: its tests run in full.\n');

// Files `*.heavy.test.ts` need 1.3 CPU seconds or more each. A run of few takes a tenth of them, which the seed draws, and those
// that its arguments name.
const heavy = globSync('**/*.heavy.test.ts', { ignore: ['**/{node_modules,dist,.lading}/**'] });
const named = process.argv.slice(2).filter((one) => one.endsWith('.heavy.test.ts'));
const isNamed = (path: string): boolean => named.some((one) => path.endsWith(one) || one.endsWith(path));
const skipped = heavy.filter(
  (path) => runs === 'few' && !isNamed(path) && fraction(`${seed} ${join(project, path)}`) >= 1 / 10,
);
if (skipped.length > 0) process.stderr.write(`SKIPPED: ${skipped.join(', ')} (LADING_RUNS=full runs them).\n`);

// Tests run most code a few times, as the generator does (generators/cli/lading.mjs): what V8 on Node 20 optimizes only later is mostly
// never optimized. The flag holds for the threads of the tests, too; later versions lack it.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=500000');

const failures = process.env['LADING_FAILURES'];

export default defineConfig({
  test: {
    reporters: ['default', ...(failures === undefined ? [] : [new Failures(failures)])],
    include: ['**/*.test.ts'],
    // Tools leave copies of packages in `.lading`.
    exclude: ['**/node_modules/**', '**/dist/**', '**/.lading/**', ...skipped.map((path) => resolve(path))],
    // All files of a project may be heavy ones that were not drawn, which is said above.
    passWithNoTests: skipped.length > 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a test waits for may take long on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    pool: 'threads',
    // The longest project that runs in full ends last and alone: by default, one processor would then be idle.
    ...(isFullRun && { maxWorkers: availableParallelism() }),
    // A worker loads a module once for all of its files; a test leaves nothing behind that another could see.
    isolate: false,
    // What has not changed since an earlier run is not transformed again.
    experimental: { fsModuleCache: true },
    // Built modules are loaded by Node as they are; to transform them again costs more than many a test.
    server: { deps: { external: [/\/dist\//] } },
    setupFiles: [join(import.meta.dirname, 'vitest.setup.ts')],
    provide: { isFullRun, isExhaustiveRun: runs === 'exhaustive', seed },
  },
});

/** A number between 0 and 1 that a text decides. */
function fraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}
