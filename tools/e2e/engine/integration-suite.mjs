// Runs the integration tests of the container engine itself on the reference engine, and compares with those that pass on a real one.
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../run/commands.mjs';
import { compareWithReal, linesOf } from './suite.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const recording = join(here, 'integration-suite', 'real.json');
const suite = process.env['LADING_INTEGRATION_SUITE'] ?? '/var/tmp/lading-integration-suite';

await runCommand('tools/e2e/engine/integration-suite.mjs', {
  about: `Runs the integration tests of Docker's engine in their mode for remote engines on the reference engine. A test that passes on a real
engine and not here is printed; the exit code is 1 if there are more than twenty. Without --real, it compares with the tests recorded
in integration-suite/real.json. integration-suite/build.sh compiles the tests, from Debian's source package.`,
  options: {
    real: ['SOCKET', 'that of a real engine, all of whose objects are removed; the tests that pass are recorded'],
    busybox: ['FILE', 'a static busybox, for the images of the tests', '/bin/busybox'],
    only: ['PACKAGE', 'one package of the tests: container'],
    run: ['REGEXP', 'the names of the tests; nothing is recorded'],
    verbose: ['', 'print the output of the failed tests'],
  },
  run(values) {
    const { real, only, run: matches } = values;
    if (!existsSync(join(suite, 'bin'))) throw new Error(`${suite}/bin does not exist; run integration-suite/build.sh`);
    const packages = readdirSync(join(suite, 'bin'))
      .map((name) => basename(name, '.test'))
      .filter((name) => only === undefined || name === only);
    const partial = only !== undefined || matches !== undefined;
    // The version and the signals of the engine whose tests these are.
    const engineOptions = ['--api', '1.45', '--no-fast-stop'];
    const compared = {
      recording,
      real,
      partial,
      most: 6,
      noun: 'tests',
      matches: new RegExp(matches ?? ''),
      engineOptions,
    };
    return compareWithReal(compared, (host) => runAll(host, packages, values));
  },
});

async function runAll(host, packages, { run: matches, busybox, verbose }) {
  const env = { PATH: process.env['PATH'], HOME: tmpdir(), DOCKER_HOST: host, DOCKER_REMOTE_DAEMON: '1' };
  await createImages(env, busybox);
  const [version] = await linesOf('docker', ['version', '--format', '{{.Server.Version}}'], { env });
  /** @type {Record<string, string[]>} */
  const passed = {};
  for (const name of packages) {
    process.stderr.write(`${version} ${name}\n`);
    const cwd = join(suite, 'integration', name.replaceAll('-', '/'));
    const program = join(suite, 'bin', `${name}.test`);
    const tests = await linesOf(program, ['-test.list', matches ?? '.'], { env, cwd });
    const lines = [];
    // One process for each: a test that cannot start an engine ends its process.
    for (const test of tests.filter((line) => /^Test\w+$/.test(line)))
      lines.push(
        ...(await linesOf(program, ['-test.v', '-test.timeout=2m', `-test.run=^${test}$`], {
          env,
          cwd,
          timeout: 400_000,
        })),
      );
    const names = lines.flatMap((line) => /^\s*--- PASS: (\S+)/.exec(line)?.[1] ?? []);
    passed[name] = names.map((test) => test.replace(/\b[0-9a-f]{64}\b/g, 'ID')).sort();
    if (verbose) process.stderr.write(`${lines.join('\n')}\n`);
  }
  return { version, passed };
}

/** Creates what the suite loads from archives otherwise. @param {NodeJS.ProcessEnv} env @param {string} busybox */
async function createImages(env, busybox) {
  const { busyboxImage } = await import('../../conformance/dist/drivers/fixtures.js');
  const commands = await linesOf(busybox, ['--list'], { env });
  const archive = await busyboxImage(
    busybox,
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
    await linesOf('docker', ['import', ...options, '-', name], { env, input: archive });
  }
}
