// The commands of package.json: `node tools/run/npm.mjs NAME [OPTIONS]`, which `npm run NAME -- OPTIONS` starts.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { usage } from './entry.mjs';
import { install, nx, nxModule, root, run } from './steps.mjs';

const [name = '', ...args] = process.argv.slice(2);
const node = process.execPath;
const lading = join(root, 'generators', 'cli', 'lading.mjs');
const tool = (/** @type {string[]} */ ...path) => join(root, 'tools', ...path);
const isHelp = args.includes('--help') || args.includes('-h');

/** What each prints as its usage, and what it does after missing dependencies are installed. @type {Record<string, readonly [usage: string, () => void]>} */
const commands = {
  start: [
    `
Usage: npm start [-- OPTIONS]

Installs missing dependencies and regenerates every package from the specification. The options are those of lading generate:
npx lading generate --help.`,
    () => {
      process.stdout.write('Building the generator …\n');
      nx('run', 'lading:build', '--outputStyle=static');
      run(node, lading, 'generate', ...args);
      process.stdout.write(`
Try next:
  npx lading diff 1.41 1.44
  npx lading bundle 1.44 > engine-1.44.yaml
  npx lading generate --document generators/examples/kiosk.yaml --out kiosk
`);
    },
  ],
  test: [
    `
Usage: npm test [-- OPTIONS]

Installs missing dependencies and runs the tests of every project; Nx skips those that passed with the same files. Some
tests use a sample of their values and skip their longest parts; LADING_RUNS=full npm test runs them in full. The options are those of
nx run-many: -- -p lading tests one project.`,
    () => {
      if ((process.env['LADING_RUNS'] ?? 'few') === 'few')
        process.stdout.write('Some tests run a sample; LADING_RUNS=full runs them in full (CONTRIBUTING.md, Tests)\n');
      nx('run-many', '-t', 'test', '--outputStyle=static', '--parallel=2', ...args);
    },
  ],
  docs: [
    `
Usage: npm run docs [-- serve|build [OPTIONS]]

Builds the reference of every version as a site and serves it, with an engine for each visitor; build only builds it.

  --out DIR        the folder of the site (default: dist/docs)
  --settings FILE  the settings of the site (default: spec/site/site.json)
  Other options are those of lading-docs serve, such as --port.`,
    () => {
      nx('run-many', '-t', 'build', '-p', 'lading,@lading/docs,@lading/engine', '--outputStyle=static');
      const [command = 'serve', ...options] = args;
      const taken = (/** @type {string} */ option, /** @type {string} */ byDefault) => {
        const at = options.indexOf(option);
        return [option, (at < 0 ? undefined : options.splice(at, 2)[1]) ?? byDefault];
      };
      const out = taken('--out', join(root, 'dist', 'docs'));
      const settings = taken('--settings', join(root, 'spec', 'site', 'site.json'));
      run(node, lading, 'docs', '--config', join(root, 'lading.config.json'), ...settings, ...out);
      const serve = join(root, 'packages', 'docs', 'bin', 'lading-docs.js');
      if (command === 'serve') run(node, serve, 'serve', '--built', '--engine', ...settings, ...out, ...options);
    },
  ],
  e2e: [
    `
Usage: npm run e2e

Tests the clients with real engines, and the servers with real clients. tools/e2e/clients/README.md lists the required
engines and programs.`,
    () => {
      nx('run-many', '-t', 'build', '--outputStyle=static', '--parallel=2');
      run('npm', 'run', 'e2e', '-w', '@lading/e2e-clients');
      run('npm', 'run', 'e2e', '-w', '@lading/e2e-servers');
    },
  ],
  check: [
    `
Usage: npm run check [-- --all]

To be run before a commit: builds, checks and tests the affected projects, and verifies the format and that generated
files are up to date.

  --all   check every project, and run every test in full (LADING_RUNS=full)`,
    () => {
      const targets = ['-t', 'build', 'typecheck', 'lint', 'test', '--outputStyle=static', '--parallel=2'];
      if (args.includes('--all')) {
        process.env['LADING_RUNS'] ??= 'full';
        process.stdout.write(`Sampled tests: ${process.env['LADING_RUNS']} (LADING_RUNS)\n`);
        nx('run-many', ...targets);
      } else nx('affected', `--base=${base()}`, ...targets);
      process.stdout.write('Format …\n');
      run(node, join(root, 'node_modules/prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.');
      process.stdout.write('Generated files …\n');
      run(node, lading, 'generate', '--check');
      run(node, lading, 'check-released');
      run(node, tool('run', 'differences.mjs'), '--check');
    },
  ],
  bench: [
    // With the name of a part, the help is that of the part.
    args.length > 1
      ? ''
      : `
Usage: npm run bench [-- PART [OPTIONS]]

Measures the generator, the client, the server and the docs, compared with their peers, and writes the figures into
tools/bench/README.md, which describes them. With the name of a part, measures that alone, and prints the figures:
node tools/bench/bench.mjs --help lists the parts.`,
    () => {
      nx('run-many', '-t', 'build', '-p', 'lading,@lading/client-v1.44,@lading/docs', '--outputStyle=static');
      run(node, tool('bench', 'bench.mjs'), ...args);
    },
  ],
  // Nothing outdated or unfinished is published: generated files are up to date, no task of a bump is left, the packages are built
  // from them, and so is the page of all differences. The output goes to stderr, so that it does not mix with the plan as JSON.
  release: [
    '',
    () => {
      if (!isHelp) {
        quietly(lading, 'generate', '--check');
        quietly(nxModule, 'run-many', '-t', 'build', '--outputStyle=static', '--parallel=2');
        quietly(tool('run', 'differences.mjs'), '--check');
      }
      run(node, tool('release', 'release.mjs'), ...args);
    },
  ],
};

/** Runs a step before the release. @param {readonly string[]} words */
function quietly(...words) {
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' };
  const { status } = spawnSync(node, words, { cwd: root, stdio: ['ignore', 2, 2], env });
  if (status !== 0) process.exit(status ?? 1);
}

/** The commit to compare with: where the branch forked from main, or on main the previous commit. */
function base() {
  const git = (/** @type {string[]} */ ...words) =>
    spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout.trim();
  if (git('status', '--porcelain') !== '' && git('rev-parse', '--abbrev-ref', 'HEAD') === 'main') return 'HEAD';
  const fork = git('merge-base', 'HEAD', 'main');
  return fork !== '' && fork !== git('rev-parse', 'HEAD') ? fork : 'HEAD~1';
}

const command = commands[name];
if (command === undefined) {
  usage(`
Usage: node tools/run/npm.mjs COMMAND [OPTIONS]

The commands are ${Object.keys(commands).join(', ')}; COMMAND --help prints what each does.`);
  throw new Error(`npm.mjs: there is no command ${JSON.stringify(name)}`);
}
const [text, perform] = command;
if (text !== '') usage(text);
if (name !== 'release' || !isHelp) install();
perform();
