#!/usr/bin/env node
import { runBuilt } from '../run/commands.mjs';

await runBuilt('tools/release/release.mjs', '@lading/release:build', () => import('./dist/main.js'));
