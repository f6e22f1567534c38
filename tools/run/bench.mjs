// `npm run bench`: measures the generator beside its peers; see tools/bench/README.md.
import { join } from 'node:path';
import { install, nx, root, run } from './steps.mjs';

install();
nx('run', 'lading:build', '--outputStyle=static');
run(process.execPath, join(root, 'tools', 'bench', 'bench.mjs'), ...process.argv.slice(2));
