// `npm run bench`: measures the generator, the client, the server and the docs, compared with their peers; see tools/bench/README.md.
import { join } from 'node:path';
import { usage } from './entry.mjs';
import { install, nx, root, run } from './steps.mjs';

usage(`
Usage: npm run bench [-- OPTIONS]

Measures the generator, the client, the server and the docs, compared with their peers; tools/bench/README.md describes it.

  --rounds N   how often each measurement is run (default 5)
  --json       print the result as JSON, do not change the README
  --only TEXT  run only measurements with TEXT in their id, do not change the README`);
install();
nx('run-many', '-t', 'build', '-p', 'lading,@lading/client-v1.44,@lading/docs', '--outputStyle=static');
run(process.execPath, join(root, 'tools', 'bench', 'bench.mjs'), ...process.argv.slice(2));
