// `npm start`: installs missing dependencies and regenerates every package from the specification.
import { usage } from './entry.mjs';
import { install, nx, root, run } from './steps.mjs';
import { join } from 'node:path';

usage(`
Usage: npm start [-- OPTIONS]

Installs missing dependencies and regenerates every package from the specification. The options are those of lading generate:
npx lading generate --help.`);
install();
process.stdout.write('Building the generator …\n');
nx('run', 'lading:build', '--outputStyle=static');
run(process.execPath, join(root, 'generators', 'cli', 'lading.mjs'), 'generate', ...process.argv.slice(2));
process.stdout.write(`
Try next:
  npx lading diff 1.41 1.44
  npx lading bundle 1.44 > engine-1.44.yaml
  npx lading generate --document generators/examples/kiosk.yaml --out kiosk
`);
