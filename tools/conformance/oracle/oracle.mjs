#!/usr/bin/env node
import { runBuilt } from '../../run/commands.mjs';

await runBuilt(
  'tools/conformance/oracle/oracle.mjs',
  '@lading/conformance:build',
  () => import('../dist/oracle/main.js'),
);
