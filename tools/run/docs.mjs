// `npm run docs`: builds the reference of every version as a site and serves it; `npm run docs -- build` only builds it.
import { join } from 'node:path';
import { usage } from './entry.mjs';
import { install, nx, root, run } from './steps.mjs';

usage(`
Usage: npm run docs [-- serve|build [OPTIONS]]

Builds the reference of every version as a site and serves it, with an engine for each visitor; build only builds it.

  --out DIR        the folder of the site (default: dist/docs)
  --settings FILE  the settings of the site (default: spec/site/site.json)
  Other options are those of lading-docs serve, such as --port.`);
install();
nx('run-many', '-t', 'build', '-p', 'lading,@lading/docs,@lading/engine', '--outputStyle=static');
const [command = 'serve', ...options] = process.argv.slice(2);
const [out = join(root, 'dist', 'docs')] = taken('--out');
const [settings = join(root, 'spec', 'site', 'site.json')] = taken('--settings');
const config = join(root, 'lading.config.json');
run(
  process.execPath,
  join(root, 'generators', 'cli', 'lading.mjs'),
  ...['docs', '--config', config, '--settings', settings, '--out', out],
);
if (command === 'serve')
  run(
    process.execPath,
    join(root, 'packages', 'docs', 'bin', 'lading-docs.js'),
    ...['serve', '--built', '--engine', '--settings', settings, '--out', out, ...options],
  );

/** Takes an option and its value out of the options. */
function taken(/** @type {string} */ name) {
  const at = options.indexOf(name);
  return at < 0 ? [] : options.splice(at, 2).slice(1);
}
