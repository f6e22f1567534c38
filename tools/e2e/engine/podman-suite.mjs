// Runs the compatibility lines of Podman's API suite on the reference engine, and compares with the lines that pass on a real one.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../run/commands.mjs';
import { compareWithReal, linesOf, onPort } from './suite.mjs';

const source = {
  address: 'https://deb.debian.org/debian/pool/main/libp/libpod/libpod_4.3.1+ds1.orig.tar.xz',
  sha256: '2785fcade807395d6d1bf2a31a910cf051f2b3e723e98109dfe1803236a76e50',
};
/** They need a registry, or test Podman alone. */
const skipped = ['15-manifest', '40-pods', '50-secrets', '60-auth', '70-short-names', '80-kube'];
/** What its containers run beside a shell. */
const commands = ['date', 'env', 'mkdir', 'ps', 'rm', 'top', 'touch'];
const here = dirname(fileURLToPath(import.meta.url));
const recording = join(here, 'podman-suite', 'real.json');
const base = 'lading-base:latest';

await runCommand('tools/e2e/engine/podman-suite.mjs', {
  about: `Fetches Podman's API suite (test/apiv2) from Debian's source package and runs the lines that are not of Podman's own API on the
reference engine. A line that passes on a real engine and not here is printed; the exit code is 1 if there are more than ten.
Without --real, it compares with the lines recorded in podman-suite/real.json. It needs bash, curl, jq, tar and docker.`,
  options: {
    real: ['SOCKET', 'that of a real engine, all of whose objects are removed; its lines are recorded'],
    busybox: ['FILE', 'a static busybox, for the image of the real engine', '/bin/busybox'],
    only: ['FILE', 'one file of the suite: 30-volumes'],
    verbose: ['', 'print the output of the failed lines'],
  },
  async run(values) {
    const { real, only } = values;
    const suite = await fetched();
    const files = readdirSync(suite)
      .filter((name) => name.endsWith('.at'))
      .map((name) => basename(name, '.at'))
      .filter((name) => !skipped.includes(name) && (only === undefined || name === only));
    const compared = { recording, real, partial: only !== undefined, most: 10, noun: 'lines' };
    return compareWithReal(compared, (host) => onPort(host, (port) => run(port, suite, files, values)));
  },
});

/** Returns the folder of the suite. The archive is kept outside the repository. */
async function fetched() {
  const folder = process.env['LADING_PODMAN_SUITE'] ?? '/var/tmp/lading-podman-suite';
  if (existsSync(folder)) return folder;
  const response = await fetch(source.address, { signal: AbortSignal.timeout(120_000) });
  if (!response.ok) throw new Error(`${source.address} responded with ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const sum = createHash('sha256').update(bytes).digest('hex');
  if (sum !== source.sha256) throw new Error(`${source.address} has the SHA-256 ${sum}, not ${source.sha256}`);
  mkdirSync(dirname(folder), { recursive: true });
  const unpacked = mkdtempSync(`${folder}-`);
  const options = ['-xJ', '-C', unpacked, '--strip-components=3', '--wildcards', '*/test/apiv2/*'];
  const { status, stderr } = spawnSync('tar', options, { input: bytes, encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar ended with ${status}: ${stderr.trim()}`);
  // The suite reads this file after its own functions.
  const main = join(unpacked, 'test-apiv2');
  const text = readFileSync(main, 'utf8');
  writeFileSync(main, text.replace(/^# END {3}infrastructure code$/m, 'source "$PRELUDE"'));
  renameSync(unpacked, folder);
  return folder;
}

async function run(port, suite, files, { busybox, verbose }) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-podman-suite-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    TMPDIR: folder,
    DOCKER_HOST: `tcp://127.0.0.1:${port}`,
    DOCKER_BUILDKIT: '0',
    PODMAN_SERVICE_PORT: String(port),
    CONTAINERS_HELPER_BINARY_DIR: folder,
    PRELUDE: join(here, 'podman-suite', 'prelude.sh'),
    BASE: base,
  };
  const options = ['-c', 'CMD ["/bin/sh"]', '-c', 'LABEL PODMAN=podman'];
  const { busyboxImage } = await import('../../conformance/dist/drivers/fixtures.js');
  await linesOf('docker', ['import', ...options, '-', base], { env, input: await busyboxImage(busybox, commands) });
  const imported = await fetch(`http://127.0.0.1:${port}/images/${base}/json`);
  if (!imported.ok) throw new Error(`docker import ${base}: the engine responds with ${imported.status} for the image`);
  const { Version: version } = await (await fetch(`http://127.0.0.1:${port}/version`)).json();
  /** @type {Record<string, string[]>} */
  const passed = {};
  for (const file of files) {
    process.stderr.write(`${version} ${file}\n`);
    const output = await linesOf('bash', [join(suite, 'test-apiv2'), file], { env });
    passed[file] = output.flatMap((line) => /^ok \d+ \[[^\]]*\] (?!.*# skip)(.*)/.exec(line)?.[1] ?? []).map(stable);
    if (verbose) process.stderr.write(`${output.filter((line) => !line.startsWith('ok')).join('\n')}\n`);
  }
  rmSync(folder, { recursive: true, force: true });
  return { version, passed };
}

/** What differs from run to run: identifiers, random names, times. @param {string} line */
function stable(line) {
  return line
    .replace(/[0-9a-f]{12,64}/g, 'ID')
    .replace(/(?<=hi-there-|ArchiveTestingCtr|Hello_|localhost\/test\/)\w+/g, 'NAME')
    .replace(/\d{4}-\d\d-\d\dT[\d:.Z+-]+|\b\d{10,}\b/g, 'TIME');
}
