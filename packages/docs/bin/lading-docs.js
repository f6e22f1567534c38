#!/usr/bin/env node
// The command; a committed file, because a workspace links its bin before anything is built.
import { main } from '../dist/cli.js';

process.exitCode = await main(process.argv.slice(2));
