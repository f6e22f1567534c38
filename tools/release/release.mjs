#!/usr/bin/env node
import { runCommand } from '../run/commands.mjs';
import { runBuilt } from '../run/entry.mjs';

const usage = `
Usage: npm run release -- [options]

Publishes the packages whose content differs from the registry; tools/release/README.md describes it.

  --dry-run   only print what would be released, and why`;

await runBuilt({ name: 'The release', usage, build: '@lading/release:build' }, async () => {
  const { command } = await import('./dist/main.js');
  await runCommand('tools/release/release.mjs', command);
});
