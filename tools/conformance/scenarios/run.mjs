#!/usr/bin/env node
import { runCommand } from '../../run/commands.mjs';
import { runBuilt } from '../../run/entry.mjs';

const usage = `
Usage: node tools/conformance/scenarios/run.mjs --host ADDRESS [options] [SCENARIO...]

Runs the conformance scenarios of the specification against a server; tools/conformance/scenarios/README.md describes them.

  --host ADDRESS   unix:///path or tcp://host:port`;

await runBuilt({ name: 'The scenario runner', usage, build: '@lading/conformance:build' }, async () => {
  const { command } = await import('../dist/scenarios/src/main.js');
  await runCommand('tools/conformance/scenarios/run.mjs', command);
});
