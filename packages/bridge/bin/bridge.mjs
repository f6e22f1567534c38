#!/usr/bin/env node
// The entry point of the command. It is committed, because npm links the bin of a workspace before anything is built.
if (process.getBuiltinModule === undefined) {
  console.error(`lading-bridge needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}
const { main } = await import('../dist/main.js');
process.exitCode = await main(process.argv.slice(2));
