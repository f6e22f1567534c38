#!/usr/bin/env node
import { runBuilt } from '../run/entry.mjs';

const usage = `
Usage: npm run release -- [options]

Publishes the packages of every version whose content is not what the registry has; tools/release/README.md describes it.

  --dry-run   only say what would be released, and why`;

await runBuilt({ name: 'The release', usage, build: '@lading/release:build' }, () => import('./dist/main.js'));
