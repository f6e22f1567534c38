// `npm test`: installs what is missing and runs the tests of every project; Nx remembers those that passed.
import { usage } from './entry.mjs';
import { install, nx } from './steps.mjs';

usage(`
Usage: npm test [-- OPTIONS]

Installs what is missing and runs the tests of every project; Nx skips those that passed on the same files. The options are
those of nx run-many: -- -p lading tests one project.`);
install();
nx('run-many', '-t', 'test', '--outputStyle=static', '--parallel=2', ...process.argv.slice(2));
