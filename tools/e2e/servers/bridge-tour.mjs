#!/usr/bin/env node
import { runBuilt } from '../../run/entry.mjs';

const usage = `
Usage: node tools/e2e/servers/bridge-tour.mjs --empty --results FOLDER [options]

Runs a command line at old versions on an engine, directly and through the bridge; tools/e2e/servers/README.md describes it.

  --empty            required: confirms that everything on the engine is removed, repeatedly
  --results FOLDER   required: one file for each version; versions that have one are not run again`;

await runBuilt(
  { name: 'The tour of the bridge', usage, build: '@lading/e2e-servers:build' },
  () => import('./dist/tour/bridge-tour.js'),
);
