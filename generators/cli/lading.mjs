#!/usr/bin/env node
// The command `lading`: builds the generator if its sources are newer than the build, then runs it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import { buildWhenStale } from './built.mjs';

if (process.getBuiltinModule === undefined) {
  console.error(`lading needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}
buildWhenStale();

// A reader that closes the pipe early, such as head, is no error.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const args = process.argv.slice(2);
// --watch allocates many short-lived objects. A larger young generation is collected a tenth as often.
const roomy = ['--max-semi-space-size=128', '--min-semi-space-size=64'];
if (args.includes('--watch') && !process.execArgv.includes(roomy[0])) {
  const command = [...process.execArgv, ...roomy, fileURLToPath(import.meta.url), ...args];
  const child = spawn(process.execPath, command, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} else {
  // A run lasts about a second. On Node 20, code that V8 optimizes only after ten times the usual work is mostly never
  // optimized, which saves a third of a run's processor time. Later versions lack the flag, but can cache compiled code.
  if (process.versions.node.startsWith('20.') && !args.includes('--watch'))
    v8.setFlagsFromString('--interrupt-budget=1500000');
  // A young generation is collected in a few milliseconds. Helper threads, and the sweep beside the program, then cost more
  // processor time than they save: a twentieth of a large run's.
  if (!args.includes('--watch')) v8.setFlagsFromString('--no-parallel-scavenge --no-concurrent-sweeping');
  module.enableCompileCache?.();
  const { main, reportError } = await import('../dist/cli/main.js');
  process.on('uncaughtException', (error) => process.exit(reportError(error, args)));
  process.exitCode = await main(args);
}
