#!/usr/bin/env node
import { runBuilt } from '../../run/commands.mjs';

await runBuilt(
  'tools/conformance/scenarios/run.mjs',
  '@lading/conformance:build',
  () => import('../dist/scenarios/src/main.js'),
);
