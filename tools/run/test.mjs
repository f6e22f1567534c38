// `npm test`: installs missing dependencies and runs the tests of every project; Nx caches the results of passed tests.
import { usage } from './entry.mjs';
import { install, nx } from './steps.mjs';

usage(`
Usage: npm test [-- OPTIONS]

Installs missing dependencies and runs the tests of every project; Nx skips those that passed with the same files. Some
tests use a sample of their values and skip their longest parts; LADING_RUNS=full npm test runs them in full. The options are those of
nx run-many: -- -p lading tests one project.`);
install();
if ((process.env.LADING_RUNS ?? 'few') === 'few')
  process.stdout.write('Some tests run a sample; LADING_RUNS=full runs them in full (CONTRIBUTING.md, Tests)\n');
nx('run-many', '-t', 'test', '--outputStyle=static', '--parallel=2', ...process.argv.slice(2));
