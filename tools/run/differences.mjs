// `node tools/run/differences.mjs`: writes the page of the differences between all versions, as the bridge prints it.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usage } from './entry.mjs';
import { nx, root } from './steps.mjs';

usage(`
Usage: node tools/run/differences.mjs [--check]

Builds the bridge and writes packages/bridge/docs/differences.md, the differences between all versions, as it prints them.

  --check   write nothing; fail if the file is outdated`);

const file = 'packages/bridge/docs/differences.md';
const path = join(root, file);
nx('run', '@lading/bridge:build', '--outputStyle=static');
const bridge = join(root, 'packages', 'bridge', 'bin', 'bridge.mjs');
const { status, stdout } = spawnSync(process.execPath, [bridge, '--explain=all'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (status !== 0) process.exit(status ?? 1);
if (!process.argv.includes('--check')) writeFileSync(path, stdout);
else if (readFileSync(path, 'utf8') !== stdout) {
  process.stderr.write(`${file} is outdated. Run node tools/run/differences.mjs, and commit the file.\n`);
  process.exit(1);
}
