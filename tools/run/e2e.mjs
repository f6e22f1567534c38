// `npm run e2e`: the generated clients against real engines; see tools/clients/README.md.
import { install, nx, run } from './steps.mjs';

install();
nx('run-many', '-t', 'build', '--outputStyle=static', '--parallel=2');
run('npm', 'run', 'e2e', '-w', '@lading/clients-judge');
