#!/usr/bin/env node
// The entry point of the command. It is committed, because npm links the bin of a workspace before anything is built.
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

if (process.getBuiltinModule === undefined) {
  console.error(`lading-engine needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}
// Node from 22.8 on keeps what it compiles for the next start. The folder of Node's own choice is one in which others may write.
module.enableCompileCache?.(join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'lading-engine'));
const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
