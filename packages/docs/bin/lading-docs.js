#!/usr/bin/env node
// The command; a committed file, because a workspace links its bin before anything is built.
import module from 'node:module';
import v8 from 'node:v8';

// A build lasts about a second. On Node 20, code that V8 optimizes only after ten times the usual work is mostly never
// optimized, which saves a third of the processor time. Later ones know no such flag, but can keep compiled code.
if (process.versions.node.startsWith('20.')) v8.setFlagsFromString('--interrupt-budget=1500000');
module.enableCompileCache?.();
const { main } = await import('../dist/cli.js');
process.exitCode = await main(process.argv.slice(2));
