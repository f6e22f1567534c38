#!/usr/bin/env node
// The entry point of the command. It is committed, because npm links the bin of a workspace before anything is built.
const { main } = await import('../dist/main.js');
await main(process.argv.slice(2));
