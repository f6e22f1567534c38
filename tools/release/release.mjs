#!/usr/bin/env node
import { runBuilt } from '../run/entry.mjs';

const usage = `
Usage: npm run release -- [options]

Publishes the packages whose content differs from the registry; tools/release/README.md describes it.

  --dry-run   only print what would be released, and why`;

await runBuilt({ name: 'The release', usage, build: '@lading/release:build' }, () => import('./dist/main.js'));
