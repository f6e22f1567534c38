// `npm run release`: publishes the packages whose content changed; see tools/release/README.md.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, nxModule, root, run } from './steps.mjs';

const args = process.argv.slice(2);
if (!args.includes('--help') && !args.includes('-h')) {
  install();
  // Nothing outdated or unfinished is published: generated files are up to date, no task of a bump is left, the packages are built
  // from them, and so is the page of all differences.
  step(process.execPath, join(root, 'generators', 'cli', 'lading.mjs'), 'generate', '--check');
  step(process.execPath, nxModule, 'run-many', '-t', 'build', '--outputStyle=static', '--parallel=2');
  step(process.execPath, join(root, 'tools', 'run', 'differences.mjs'), '--check');
}
run(process.execPath, join(root, 'tools', 'release', 'release.mjs'), ...args);

/** Runs a step before the release. Its output goes to stderr, so that it does not mix with the plan as JSON. */
function step(command, ...options) {
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' };
  const { status } = spawnSync(command, options, { cwd: root, stdio: ['ignore', 2, 2], env });
  if (status !== 0) process.exit(status ?? 1);
}
