// `npm run e2e`: the clients against real engines, and the servers against real clients; see tools/e2e.
import { usage } from './entry.mjs';
import { install, nx, run } from './steps.mjs';

usage(`
Usage: npm run e2e

Runs the clients against real engines, and the servers against real clients. tools/e2e/clients/README.md says which engines
and programs that needs.`);
install();
nx('run-many', '-t', 'build', '--outputStyle=static', '--parallel=2');
run('npm', 'run', 'e2e', '-w', '@lading/e2e-clients');
run('npm', 'run', 'e2e', '-w', '@lading/e2e-servers');
