// `npm run docs`: builds the reference of every version as a site and serves it; `npm run docs -- build` only builds it.
import { join } from 'node:path';
import { usage } from './entry.mjs';
import { install, nx, root, run } from './steps.mjs';

usage(`
Usage: npm run docs [-- serve|build [OPTIONS]]

Builds the reference of every version as a site and serves it; build only builds it.

  --out DIR   the folder of the site (default: dist/docs)`);
install();
nx('run', '@lading/docs:build', '--outputStyle=static');
const [command = 'serve', ...options] = process.argv.slice(2);
const out = options.some((option) => option.startsWith('--out')) ? [] : ['--out', join(root, 'dist', 'docs')];
const settings = options.includes('--settings') ? [] : ['--settings', join(root, 'spec', 'site', 'site.json')];
run(
  process.execPath,
  join(root, 'packages', 'docs', 'bin', 'lading-docs.js'),
  command,
  ...out,
  ...settings,
  ...options,
);
