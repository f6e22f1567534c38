// `npm test`: installs what is missing and runs the tests of every project; Nx remembers those that passed.
import { install, nx } from './steps.mjs';

install();
nx('run-many', '-t', 'test', '--outputStyle=static', '--parallel=2', ...process.argv.slice(2));
