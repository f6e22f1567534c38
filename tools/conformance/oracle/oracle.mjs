#!/usr/bin/env node
import { runCommand } from '../../run/commands.mjs';
import { runBuilt } from '../../run/entry.mjs';

const usage = `
Usage: node tools/conformance/oracle/oracle.mjs [options]

Compares what a client gets through a bridge with what the same engine answers directly, at each API version;
tools/conformance/oracle/README.md describes it.`;

await runBuilt({ name: 'The oracle', usage, build: '@lading/conformance:build' }, async () => {
  const { command } = await import('../dist/oracle/main.js');
  await runCommand('tools/conformance/oracle/oracle.mjs', command);
});
