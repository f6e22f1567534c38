#!/usr/bin/env node
import { runBuilt } from '../../run/entry.mjs';

const usage = `
Usage: node tools/e2e/servers/tour.mjs --empty [options]

Runs command lines of the product on engines, directly, through the examples and through a client as handlers; tools/e2e/servers/README.md describes it.

  --empty   required: confirms that everything on the engines is removed, repeatedly`;

await runBuilt({ name: 'The tour', usage, build: '@lading/e2e-servers:build' }, () => import('./dist/tour/main.js'));
