// Runs the integration tests of the container engine itself on the reference engine, and compares with those that pass on a real one.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { usage } from '../../run/entry.mjs';
import { baseImage } from './base-image.mjs';

usage(`
Usage: node tools/e2e/engine/integration-suite.mjs [--real SOCKET] [--only PACKAGE] [--run REGEXP] [--verbose]

Runs the integration tests of Docker's engine in their mode for remote engines on the reference engine. A test that passes on a real
engine and not here is printed; the exit code is 1 if there are more than twenty. Without --real, it compares with the tests recorded
in integration-suite/real.json. integration-suite/build.sh compiles the tests, from Debian's source package.

  --real SOCKET    the socket of a real engine, all of whose objects are removed; the tests that pass are recorded
  --busybox FILE   a static busybox, for the images of the tests (/bin/busybox)
  --only PACKAGE   one package of the tests: container
  --run REGEXP     the names of the tests; nothing is recorded
  --verbose        print the output of the failed tests`);
const { values } = parseArgs({
  options: {
    real: { type: 'string' },
    busybox: { type: 'string', default: '/bin/busybox' },
    only: { type: 'string' },
    run: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

const most = 20;
const here = dirname(fileURLToPath(import.meta.url));
const recording = join(here, 'integration-suite', 'real.json');
const suite = process.env['LADING_INTEGRATION_SUITE'] ?? '/var/tmp/lading-integration-suite';
if (!existsSync(join(suite, 'bin'))) throw new Error(`${suite}/bin does not exist; run integration-suite/build.sh`);
const packages = readdirSync(join(suite, 'bin'))
  .map((name) => basename(name, '.test'))
  .filter((name) => values.only === undefined || name === values.only);
const partial = values.only !== undefined || values.run !== undefined;

if (values.real === undefined) await compareOwn();
else await recordReal(values.real);

/** @param {string} socket */
async function recordReal(socket) {
  const result = await runAll(`unix://${socket}`);
  const passed = Object.values(result.passed).flat().length;
  process.stdout.write(`${passed} tests pass on the engine ${result.version}\n`);
  if (!partial) writeFileSync(recording, `${JSON.stringify(result, null, 2)}\n`);
}

async function compareOwn() {
  const real = JSON.parse(readFileSync(recording, 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'lading-engine-'));
  const host = `unix://${join(folder, 'engine.sock')}`;
  const launcher = join(here, '../../../packages/engine/bin/lading-engine.mjs');
  const child = spawn(process.execPath, [launcher, '--host', host], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const own = await runAll(host);
    const matches = new RegExp(values.run ?? '');
    let total = 0;
    let failing = 0;
    for (const name of packages) {
      const expected = (real.passed[name] ?? []).filter((test) => matches.test(test));
      const passed = new Set(own.passed[name]);
      const missing = expected.filter((test) => !passed.has(test));
      total += expected.length;
      failing += missing.length;
      for (const test of missing) process.stdout.write(`${name} ${test}\n`);
    }
    process.stdout.write(`${total - failing} of ${total} tests that pass on a real engine pass here\n`);
    process.exitCode = failing > most ? 1 : 0;
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} host */
async function runAll(host) {
  const env = { PATH: process.env['PATH'], HOME: tmpdir(), DOCKER_HOST: host, DOCKER_REMOTE_DAEMON: '1' };
  await createImages(env);
  const [version] = await outputOf('docker', ['version', '--format', '{{.Server.Version}}'], { env });
  /** @type {Record<string, string[]>} */
  const passed = {};
  for (const name of packages) {
    process.stderr.write(`${version} ${name}\n`);
    const cwd = join(suite, 'integration', name.replaceAll('-', '/'));
    const program = join(suite, 'bin', `${name}.test`);
    const tests = await outputOf(program, ['-test.list', values.run ?? '.'], { env, cwd });
    const lines = [];
    // One process for each: a test that cannot start an engine ends its process.
    for (const test of tests.filter((line) => /^Test\w+$/.test(line)))
      lines.push(...(await outputOf(program, ['-test.v', '-test.timeout=2m', `-test.run=^${test}$`], { env, cwd })));
    const names = lines.flatMap((line) => /^\s*--- PASS: (\S+)/.exec(line)?.[1] ?? []);
    if (names.length > 0) passed[name] = names.map((test) => test.replace(/\b[0-9a-f]{64}\b/g, 'ID')).sort();
    if (values.verbose) process.stderr.write(`${lines.join('\n')}\n`);
  }
  return { version, passed };
}

/** Creates what the suite loads from archives otherwise. @param {NodeJS.ProcessEnv} env */
async function createImages(env) {
  const commands = await outputOf(values.busybox, ['--list'], { env });
  const archive = baseImage(
    values.busybox,
    commands.filter((name) => !['', 'busybox'].includes(name)),
  );
  const names = [
    'busybox:latest',
    'busybox:glibc',
    'debian:bookworm-slim',
    'hello-world:frozen',
    'arm32v7/hello-world:latest',
  ];
  for (const name of names) {
    const platform = name.startsWith('arm32v7') ? 'linux/arm/v7' : 'linux/amd64';
    const options = ['--platform', platform, '-c', `CMD ["sh"]`, '-c', 'ENV PATH=/usr/local/bin:/usr/bin:/bin'];
    await outputOf('docker', ['import', ...options, '-', name], { env, input: archive });
  }
}

/**
 * Runs a program to its end and returns its lines.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, cwd?: string, input?: Buffer }} options
 * @returns {Promise<string[]>}
 */
function outputOf(program, args, { env, cwd, input }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'], timeout: 400_000 });
    child.once('error', reject);
    child.stdin.end(input);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (data) => (text += data));
    child.once('close', () => resolve(text.split('\n')));
  });
}
