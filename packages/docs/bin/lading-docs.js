#!/usr/bin/env node
// The entry point of the command. It is committed, because npm links the bin of a workspace before anything is built.
import module from 'node:module';
import v8 from 'node:v8';

// A build takes about a second. On Node 20, V8 optimizes most of this code too early to pay off; raising the threshold
// tenfold saves a third of the processor time. Later versions lack this flag, but can cache compiled code.
if (process.versions.node.startsWith('20.')) v8.setFlagsFromString('--interrupt-budget=1500000');
module.enableCompileCache?.();
const { main } = await import('../dist/cli.js');
process.exitCode = await main(process.argv.slice(2));
