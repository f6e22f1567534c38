#!/usr/bin/env node
import { runBuilt } from '../run/entry.mjs';

const usage = `
Usage: node tools/servers/tour.mjs --empty [options]

Runs command lines of the product on engines, directly and through the examples; tools/servers/README.md describes it.

  --empty   required: everything on the engines is removed, again and again`;

await runBuilt({ name: 'The tour', usage, build: '@lading/servers-judge:build' }, () => import('./dist/tour/main.js'));
