// Runs the integration tests of the container engine itself on the reference engine, and compares with those that pass on a real one.
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { linesOf, runSuite } from './suite.mjs';

const suite = process.env['LADING_INTEGRATION_SUITE'] ?? '/var/tmp/lading-integration-suite';
const images = ['busybox:latest', 'busybox:glibc', 'debian:bookworm-slim', 'hello-world:frozen', 'arm32v7/hello-world'];

await runSuite('tools/e2e/engine/integration-suite.mjs', {
  about: `Runs the integration tests of Docker's engine in their mode for remote engines on the reference engine.
integration-suite/build.sh compiles the tests, from Debian's source package.`,
  recording: join(import.meta.dirname, 'integration-suite', 'real.json'),
  most: 6,
  noun: 'tests',
  // The version and the signals of the engine whose tests these are.
  engineOptions: ['--api', '1.45', '--no-fast-stop'],
  options: { run: ['REGEXP', 'the names of the tests; nothing is recorded'] },
  parts() {
    if (!existsSync(join(suite, 'bin'))) throw new Error(`${suite}/bin does not exist; run integration-suite/build.sh`);
    return readdirSync(join(suite, 'bin')).map((name) => basename(name, '.test'));
  },
  async prepare(host, { busybox }) {
    const env = { PATH: process.env['PATH'], HOME: tmpdir(), DOCKER_HOST: host, DOCKER_REMOTE_DAEMON: '1' };
    const { busyboxImage } = await import('../../conformance/dist/drivers/fixtures.js');
    const commands = (await linesOf(busybox, ['--list'], { env })).filter((name) => !['', 'busybox'].includes(name));
    const input = await busyboxImage(busybox, commands);
    // Otherwise the suite would load them from archives.
    for (const name of images) {
      const platform = name.startsWith('arm32v7') ? 'linux/arm/v7' : 'linux/amd64';
      const options = ['--platform', platform, '-c', `CMD ["sh"]`, '-c', 'ENV PATH=/usr/local/bin:/usr/bin:/bin'];
      await linesOf('docker', ['import', ...options, '-', name], { env, input });
    }
    return { env };
  },
  async run(name, { env }, { run: matches = '.' }) {
    const cwd = join(suite, 'integration', name.replaceAll('-', '/'));
    const program = join(suite, 'bin', `${name}.test`);
    const tests = await linesOf(program, ['-test.list', matches], { env, cwd });
    const lines = [];
    // One process for each: a test that cannot start an engine ends its process.
    for (const test of tests.filter((line) => /^Test\w+$/.test(line))) {
      const options = ['-test.v', '-test.timeout=2m', `-test.run=^${test}$`];
      lines.push(...(await linesOf(program, options, { env, cwd, timeout: 400_000 })));
    }
    return lines;
  },
  passed: (line) => /^\s*--- PASS: (\S+)/.exec(line)?.[1].replace(/\b[0-9a-f]{64}\b/g, 'ID') ?? [],
});
