// `npm run e2e`: tests the clients with real engines, and the servers with real clients; see tools/e2e.
import { usage } from './entry.mjs';
import { install, nx, run } from './steps.mjs';

usage(`
Usage: npm run e2e

Tests the clients with real engines, and the servers with real clients. tools/e2e/clients/README.md lists the required
engines and programs.`);
install();
nx('run-many', '-t', 'build', '--outputStyle=static', '--parallel=2');
run('npm', 'run', 'e2e', '-w', '@lading/e2e-clients');
run('npm', 'run', 'e2e', '-w', '@lading/e2e-servers');
