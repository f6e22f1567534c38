// `npm run bench`: measures the generator, the client, the server and the docs, compared with their peers; see tools/bench/README.md.
import { join } from 'node:path';
import { usage } from './entry.mjs';
import { install, nx, root, run } from './steps.mjs';

const args = process.argv.slice(2);
if (args.length < 2)
  usage(`
Usage: npm run bench [-- PART [OPTIONS]]

Measures the generator, the client, the server and the docs, compared with their peers, and writes the figures into
tools/bench/README.md, which describes them. With the name of a part, measures that alone, and prints the figures:
node tools/bench/bench.mjs --help lists the parts.`);
install();
nx('run-many', '-t', 'build', '-p', 'lading,@lading/client-v1.44,@lading/docs', '--outputStyle=static');
run(process.execPath, join(root, 'tools', 'bench', 'bench.mjs'), ...args);
