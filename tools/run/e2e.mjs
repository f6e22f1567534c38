// `npm run e2e`: the clients against real engines, and the servers against real clients; see tools/{clients,servers}.
import { install, nx, run } from './steps.mjs';

install();
nx('run-many', '-t', 'build', '--outputStyle=static', '--parallel=2');
run('npm', 'run', 'e2e', '-w', '@lading/clients-judge');
run('npm', 'run', 'e2e', '-w', '@lading/servers-judge');
