#!/usr/bin/env node
import { runBuilt } from '../run/entry.mjs';

const usage = `
Usage: node tools/conformance/clients-through-bridge.mjs --results FOLDER [options]

Runs scripts of clients at old versions on an engine, directly and through a bridge, and compares what they print;
tools/conformance/clients-through-bridge/README.md describes it.`;

await runBuilt(
  { name: 'The comparison of clients', usage, build: '@lading/conformance:build' },
  () => import('./dist/clients-through-bridge/main.js'),
);
