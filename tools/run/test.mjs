// `npm test`: installs what is missing and runs the tests of every project; Nx remembers those that passed.
import { usage } from './entry.mjs';
import { install, nx } from './steps.mjs';

usage(`
Usage: npm test [-- OPTIONS]

Installs what is missing and runs the tests of every project; Nx skips those that passed on the same files. Some tests try a
sample of their values and skip their longest parts; LADING_RUNS=full npm test runs them in full. The options are those of
nx run-many: -- -p lading tests one project.`);
install();
if (process.env.LADING_RUNS !== 'full')
  process.stdout.write('Some tests run a sample; LADING_RUNS=full runs them in full (CONTRIBUTING.md, Samples)\n');
nx('run-many', '-t', 'test', '--outputStyle=static', '--parallel=2', ...process.argv.slice(2));
