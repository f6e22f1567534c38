#!/usr/bin/env node
// The command `lading`: builds the generator when its sources are newer than what was built, then runs it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

const generators = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(generators, 'dist', '.build.tsbuildinfo');

/** The newest change below a folder, tests and results aside. */
function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['dist', 'node_modules', 'test', 'testing'].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) time = Math.max(time, newest(path));
    else if (/\.ts$|^tsconfig/.test(entry.name)) time = Math.max(time, statSync(path).mtimeMs);
  }
  return time;
}

if (!existsSync(stamp) || newest(generators) > statSync(stamp).mtimeMs) {
  process.stderr.write('Building the generator …\n');
  const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(generators, 'tsconfig.build.json')], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
  // The compiler leaves the file alone when a change made no difference.
  utimesSync(stamp, new Date(), new Date());
}

// A run lasts about a second. On Node 20, code that V8 optimizes only after ten times the usual work is mostly never
// optimized, which saves a third of a run's processor time. Later ones know no such flag, but can keep compiled code.
if (process.versions.node.startsWith('20.')) v8.setFlagsFromString('--interrupt-budget=1500000');
module.enableCompileCache?.();
const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
