// `npm run bench`: measures the generator, the client, the server and the docs beside their peers; see tools/bench/README.md.
import { join } from 'node:path';
import { install, nx, root, run } from './steps.mjs';

install();
nx('run-many', '-t', 'build', '-p', 'lading,@lading/client-v1.44,@lading/docs', '--outputStyle=static');
run(process.execPath, join(root, 'tools', 'bench', 'bench.mjs'), ...process.argv.slice(2));
