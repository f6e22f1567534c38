// Runs twenty cases of Testcontainers on the reference engine, and on a real one if its address is passed, and compares the results.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { usage } from '../../run/entry.mjs';
import { baseImage } from './base-image.mjs';

usage(`
Usage: node tools/e2e/engine/testcontainers.mjs [--real ADDRESS] [--busybox FILE] [--write]

Runs the cases of testcontainers-cases.mjs on the reference engine. A case that has another result than on a real engine is printed.
Without --real, it compares with the recorded results of testcontainers.json.

  --real ADDRESS   a real engine: unix:///var/tmp/lading-engines/26.1/dk/docker.sock
  --busybox FILE   a static busybox, for the image of the cases (/bin/busybox)
  --write          write the results of the real engine into testcontainers.json`);
const { values } = parseArgs({
  options: {
    real: { type: 'string' },
    busybox: { type: 'string', default: '/bin/busybox' },
    write: { type: 'boolean' },
  },
});

const here = dirname(fileURLToPath(import.meta.url));
const recording = join(here, 'testcontainers.json');
/** @type {Record<string, unknown>} */
const real = values.real === undefined ? JSON.parse(readFileSync(recording, 'utf8')) : await resultsOn(values.real);
if (values.real !== undefined && values.write) writeFileSync(recording, `${JSON.stringify(real, undefined, 2)}\n`);
const own = await resultsOfOwn();
const names = Object.keys(real);
const different = names.filter((name) => JSON.stringify(own[name]) !== JSON.stringify(real[name]));
for (const name of different)
  process.stdout.write(`${name}\n  here ${JSON.stringify(own[name])}, a real engine ${JSON.stringify(real[name])}\n`);
process.stdout.write(`${names.length - different.length} of ${names.length} cases have the result of a real engine\n`);
process.exit(different.length === 0 ? 0 : 1);

async function resultsOfOwn() {
  const folder = mkdtempSync(join(tmpdir(), 'lading-testcontainers-'));
  const address = `unix://${join(folder, 'engine.sock')}`;
  const launcher = join(here, '../../../packages/engine/bin/lading-engine.mjs');
  const engine = spawn(process.execPath, [launcher, '--host', address], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => engine.stdout.once('data', resolve));
  try {
    return await resultsOn(address);
  } finally {
    engine.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} address
 * @returns {Promise<Record<string, unknown>>} the results by the names of the cases
 */
async function resultsOn(address) {
  const env = { ...process.env, DOCKER_HOST: address, TESTCONTAINERS_RYUK_DISABLED: 'true' };
  const input = baseImage(values.busybox, ['grep', 'nc']);
  execFileSync('docker', ['import', '-', 'testcontainers-base:1'], { env, input });
  const cases = join(here, 'testcontainers-cases.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [cases], { env, timeout: 300_000 });
  return Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}
