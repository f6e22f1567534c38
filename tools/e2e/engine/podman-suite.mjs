// Runs the compatibility lines of Podman's API suite on the reference engine, and compares with the lines that pass on a real one.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { unpackSource } from '../../run/installs.mjs';
import { linesOf, portTo, runSuite } from './suite.mjs';

const source = {
  address: 'https://deb.debian.org/debian/pool/main/libp/libpod/libpod_4.3.1+ds1.orig.tar.xz',
  sha256: '2785fcade807395d6d1bf2a31a910cf051f2b3e723e98109dfe1803236a76e50',
  files: '*/test/apiv2/*',
  depth: 3,
};
/** The archive is kept outside the repository. */
const suite = process.env['LADING_PODMAN_SUITE'] ?? '/var/tmp/lading-podman-suite';
/** They need a registry, or test Podman alone. */
const skipped = ['15-manifest', '40-pods', '50-secrets', '60-auth', '70-short-names', '80-kube'];
/** What its containers run beside a shell. */
const commands = ['date', 'env', 'mkdir', 'ps', 'rm', 'top', 'touch'];
const base = 'lading-base:latest';

await runSuite('tools/e2e/engine/podman-suite.mjs', {
  about: `Fetches Podman's API suite (test/apiv2) from Debian's source package and runs the lines that are not of Podman's own API on the
reference engine. It needs bash, curl, jq, tar and docker.`,
  recording: join(import.meta.dirname, 'podman-suite', 'real.json'),
  most: 10,
  noun: 'lines',
  async parts() {
    if (!existsSync(suite)) await unpackSource(source, suite, readPrelude);
    const files = readdirSync(suite).filter((name) => name.endsWith('.at'));
    return files.map((name) => basename(name, '.at')).filter((name) => !skipped.includes(name));
  },
  async prepare(host, { busybox }) {
    const port = await portTo(host);
    const folder = mkdtempSync(join(tmpdir(), 'lading-podman-suite-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      TMPDIR: folder,
      DOCKER_HOST: `tcp://127.0.0.1:${port}`,
      DOCKER_BUILDKIT: '0',
      PODMAN_SERVICE_PORT: String(port),
      CONTAINERS_HELPER_BINARY_DIR: folder,
      PRELUDE: join(import.meta.dirname, 'podman-suite', 'prelude.sh'),
      BASE: base,
    };
    const options = ['-c', 'CMD ["/bin/sh"]', '-c', 'LABEL PODMAN=podman'];
    const { busyboxImage } = await import('../../conformance/dist/drivers/fixtures.js');
    await linesOf('docker', ['import', ...options, '-', base], { env, input: await busyboxImage(busybox, commands) });
    const { status } = await fetch(`http://127.0.0.1:${port}/images/${base}/json`);
    if (status !== 200) throw new Error(`docker import ${base}: the engine responds with ${status} for the image`);
    return { env };
  },
  run: (file, context) => linesOf('bash', [join(suite, 'test-apiv2'), file], context),
  passed: (line) => stable(/^ok \d+ \[[^\]]*\] (?!.*# skip)(.*)/.exec(line)?.[1]),
});

/** Lets the suite read the prelude after its own functions. @param {string} folder */
function readPrelude(folder) {
  const main = join(folder, 'test-apiv2');
  const text = readFileSync(main, 'utf8');
  writeFileSync(main, text.replace(/^# END {3}infrastructure code$/m, 'source "$PRELUDE"'));
}

/** What differs from run to run: identifiers, random names, times. @param {string | undefined} line @returns {string | readonly never[]} */
function stable(line) {
  if (line === undefined) return [];
  return line
    .replace(/[0-9a-f]{12,64}/g, 'ID')
    .replace(/(?<=hi-there-|ArchiveTestingCtr|Hello_|localhost\/test\/)\w+/g, 'NAME')
    .replace(/\d{4}-\d\d-\d\dT[\d:.Z+-]+|\b\d{10,}\b/g, 'TIME');
}
