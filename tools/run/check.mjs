// `npm run check`: the checks before a commit, of affected projects; `--all` checks every project.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { usage } from './entry.mjs';
import { install, nx, root, run } from './steps.mjs';

usage(`
Usage: npm run check [-- --all]

To be run before a commit: builds, checks and tests the affected projects, and verifies the format and that generated
files are up to date.

  --all   check every project, and run every test in full (LADING_RUNS=full)`);
install();
const all = process.argv.includes('--all');
const targets = ['-t', 'build', 'typecheck', 'lint', 'test', '--outputStyle=static', '--parallel=2'];
if (all) {
  process.env.LADING_RUNS ??= 'full';
  process.stdout.write(`Sampled tests: ${process.env.LADING_RUNS} (LADING_RUNS)\n`);
  nx('run-many', ...targets);
} else nx('affected', `--base=${base()}`, ...targets);
process.stdout.write('Format …\n');
run(
  process.execPath,
  join(root, 'node_modules', 'prettier', 'bin', 'prettier.cjs'),
  '--check',
  '--log-level=warn',
  '.',
);
process.stdout.write('Generated files …\n');
run(process.execPath, join(root, 'generators', 'cli', 'lading.mjs'), 'generate', '--check');
run(process.execPath, join(root, 'generators', 'cli', 'lading.mjs'), 'check-released');
run(process.execPath, join(root, 'tools', 'run', 'differences.mjs'), '--check');

/** The commit to compare with: where the branch forked from main, or on main the previous commit. */
function base() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  if (git('status', '--porcelain') !== '' && git('rev-parse', '--abbrev-ref', 'HEAD') === 'main') return 'HEAD';
  const fork = git('merge-base', 'HEAD', 'main');
  return fork !== '' && fork !== git('rev-parse', 'HEAD') ? fork : 'HEAD~1';
}
