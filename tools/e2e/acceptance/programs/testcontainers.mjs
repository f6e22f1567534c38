// Uses Testcontainers on the engine of DOCKER_HOST, and prints what each case returns or throws. With --real, the cases that need real
// processes and ports, too.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import Modem from 'docker-modem';
import { getContainerRuntimeClient, GenericContainer, Network, Wait } from 'testcontainers';

// Testcontainers has no setting for the version: it would send paths without one.
const version = process.env['DOCKER_API_VERSION'];
const { dial } = Modem.prototype;
Modem.prototype.dial = function (...words) {
  if (version !== undefined) this.version = `v${version}`;
  return dial.apply(this, words);
};

const image = 'testcontainers-base:1';
/** A process that ends with SIGTERM, and prints what a log strategy waits for. */
const serve = ['sh', '-c', 'trap "exit 0" TERM; echo ready; while true; do sleep 0.1; done'];
const folder = mkdtempSync(join(tmpdir(), 'lading-cases-'));
writeFileSync(join(folder, 'file'), 'from a file');
writeFileSync(
  join(folder, 'Dockerfile'),
  `FROM ${image}\nARG WORD\nCOPY file /file\nRUN echo $WORD > /word\nCMD ["sh"]\n`,
);

const base = () => new GenericContainer(image).withCommand(serve);
const ready = () => base().withWaitStrategy(Wait.forLogMessage('ready'));
/** @param {import('testcontainers').StartedTestContainer} container @param {string} script */
const sh = async (container, script) => {
  const { output, exitCode } = await container.exec(['sh', '-c', script]);
  return [output.trim(), exitCode];
};
/**
 * Starts a container, and stops it after its use.
 *
 * @template T
 * @param {GenericContainer} definition
 * @param {(container: import('testcontainers').StartedTestContainer) => Promise<T>} use
 */
async function using(definition, use) {
  const container = await definition.start();
  try {
    return await use(container);
  } finally {
    await container.stop();
  }
}

/** @type {Record<string, () => Promise<unknown>>} */
const cases = {
  'waits for a message': () => using(ready(), async (container) => container.getId().length),
  'waits for a health check': () =>
    using(
      base()
        .withHealthCheck({ test: ['CMD', 'true'], interval: 200, timeout: 2000, retries: 10 })
        .withWaitStrategy(Wait.forHealthCheck()),
      async () => 'healthy',
    ),
  'waits for a command': () =>
    using(base().withWaitStrategy(Wait.forSuccessfulCommand('test -d /tmp')), async () => 'succeeded'),
  'waits for the end': () =>
    using(
      new GenericContainer(image).withCommand(['echo', 'done']).withWaitStrategy(Wait.forOneShotStartup()),
      async () => 'ended',
    ),
  'gives up after a time': () =>
    base()
      .withWaitStrategy(Wait.forLogMessage('never'))
      .withStartupTimeout(1500)
      .start()
      .then(String, (error) => /never.*not received/.test(String(error))),
  'environment and labels': () =>
    using(ready().withEnvironment({ COLOUR: 'red' }).withLabels({ role: 'test' }), async (container) => [
      await sh(container, 'echo $COLOUR'),
      container.getLabels()['role'],
    ]),
  'exposed ports': () =>
    using(ready().withExposedPorts(80, 443), async (container) =>
      [80, 443].map((port) => container.getMappedPort(port) > 1023),
    ),
  // The engine reads both outputs at once: which one comes first depends on the time.
  'exit codes of commands': () =>
    using(ready(), async (container) => {
      const { stdout, stderr, exitCode } = await container.exec(['sh', '-c', 'echo out; echo err >&2; exit 3']);
      return [stdout, stderr, exitCode];
    }),
  'commands with settings': () =>
    using(ready(), async (container) => {
      const options = { workingDir: '/tmp', env: { WORD: 'value' }, user: 'daemon' };
      return (await container.exec(['sh', '-c', 'echo "$(pwd) $WORD $(id -u)"'], options)).output.trim();
    }),
  'content copied before the start': () =>
    using(
      ready().withCopyContentToContainer([{ content: 'copied', target: '/etc/copied', mode: 0o600 }]),
      (container) => sh(container, 'cat /etc/copied'),
    ),
  'files and folders copied before the start': () =>
    using(
      ready()
        .withCopyFilesToContainer([{ source: join(folder, 'file'), target: '/tmp/one' }])
        .withCopyDirectoriesToContainer([{ source: folder, target: '/tmp/all' }]),
      (container) => sh(container, 'cat /tmp/one /tmp/all/file'),
    ),
  'content copied later': () =>
    using(ready(), async (container) => {
      await container.copyContentToContainer([{ content: 'later', target: '/later' }]);
      return sh(container, 'cat /later');
    }),
  'an archive of a container': () =>
    using(ready(), async (container) => {
      await sh(container, 'echo archived > /tmp/archived');
      return (await buffer(await container.copyArchiveFromContainer('/tmp/archived'))).includes('archived\n');
    }),
  logs: () =>
    using(ready(), async (container) => {
      const stream = await container.logs({ tail: 1 });
      return new Promise((resolve) => stream.once('data', (data) => resolve(String(data).trim())));
    }),
  'names on a network': async () => {
    const network = await new Network().start();
    const member = () => ready().withNetwork(network);
    const result = await using(member().withNetworkAliases('server'), () =>
      using(member(), async (container) => [
        (await sh(container, 'ping -c 1 -W 5 server >/dev/null'))[1],
        container.getNetworkNames().length,
      ]),
    );
    await network.stop();
    return result;
  },
  'temporary file systems and mounts': () =>
    using(
      ready()
        .withTmpFs({ '/scratch': 'rw' })
        .withBindMounts([{ source: folder, target: '/bound', mode: 'ro' }]),
      (container) => sh(container, 'echo x > /scratch/x && cat /scratch/x; test -d /bound'),
    ),
  'entry point, user and folder': () =>
    using(
      ready()
        .withEntrypoint(['sh', '-c', 'trap "exit 0" TERM; id -u; pwd; echo ready; while true; do sleep 0.1; done'])
        .withUser('daemon')
        .withWorkingDir('/tmp'),
      async (container) => sh(container, 'echo "$(id -u) $(pwd)"'),
    ),
  'a restart': () =>
    using(ready(), async (container) => {
      await sh(container, 'echo kept > /kept');
      await container.restart({ timeout: 5000 });
      return sh(container, 'cat /kept');
    }),
  'an image of a Dockerfile': async () => {
    const built = await GenericContainer.fromDockerfile(folder)
      .withBuildArgs({ WORD: 'argument' })
      .build('testcontainers-built:1');
    return using(built.withCommand(serve).withWaitStrategy(Wait.forLogMessage('ready')), (container) =>
      sh(container, 'cat /word /file'),
    );
  },
  'a container that is used again': async () => {
    const definition = () => ready().withReuse().withLabels({ reused: 'yes' });
    const first = await definition().start();
    const second = await definition().start();
    await second.stop();
    return first.getId() === second.getId();
  },
};

/** What needs real processes and ports. @type {Record<string, () => Promise<unknown>>} */
const realCases = {
  runtime: async () => {
    const { serverVersion, operatingSystem, architecture } = (await getContainerRuntimeClient()).info.containerRuntime;
    return { serverVersion, operatingSystem, architecture };
  },
  'a server with limits': () =>
    using(
      new GenericContainer(image)
        .withCommand(['sh', '-c', 'echo hello > /data/index; echo ready; exec httpd -f -p 80 -h /data'])
        .withExposedPorts(80)
        .withUlimits({ nofile: { soft: 100, hard: 200 } })
        .withAddedCapabilities('NET_ADMIN')
        .withDroppedCapabilities('MKNOD')
        .withExtraHosts([{ host: 'other', ipAddress: '192.0.2.2' }])
        .withResourcesQuota({ memory: 0.1, cpu: 0.5 })
        .withSharedMemorySize(2 ** 20)
        .withWaitStrategy(Wait.forAll([Wait.forLogMessage('ready'), Wait.forListeningPorts()])),
      async (container) => [
        await (await fetch(`http://${container.getHost()}:${container.getMappedPort(80)}/index`)).text(),
        await sh(container, 'ulimit -n; ulimit -Hn'),
        container.getNetworkNames(),
      ],
    ),
  'a command that does not exist': () => using(ready(), (container) => container.exec(['none'])),
  'an archive of nothing': () => using(ready(), (container) => container.copyArchiveFromContainer('/none')),
  'a committed container': () =>
    using(ready(), async (container) => {
      await container.copyContentToContainer([{ content: 'kept', target: '/kept', mode: 0o600 }]);
      await container.commit({ repo: 'committed', tag: '1', changes: ['ENV B=2'], comment: 'c', author: 'a' });
      return using(new GenericContainer('committed:1').withCommand(serve), (other) => sh(other, 'echo $B; cat /kept'));
    }),
  'a second stop': () => using(ready(), async (container) => (await container.stop(), await container.stop())),
  'privileges of a user': () =>
    using(
      base()
        .withUser('user')
        .withPrivilegedMode()
        .withIpcMode('private')
        .withWaitStrategy(Wait.forSuccessfulCommand('id')),
      (container) => container.exec('id -u'),
    ),
  'a container that fails': () =>
    new GenericContainer(image).withCommand(['sh', '-c', 'exit 3']).withWaitStrategy(Wait.forOneShotStartup()).start(),
  'no such program': () => new GenericContainer(image).withCommand(['none']).start(),
  'no such image': () => new GenericContainer('localhost:5000/none:1').start(),
  'the network of the host': () => using(ready().withNetworkMode('host'), (container) => sh(container, 'true')),
  'a build that fails': () => {
    writeFileSync(join(folder, 'Dockerfile'), `FROM ${image}\nRUN false\n`);
    return GenericContainer.fromDockerfile(folder).build('broken:1');
  },
};

const all = process.argv.includes('--real') ? { ...cases, ...realCases } : cases;
for (const [name, run] of Object.entries(all)) {
  const result = await run().catch((error) => `${error.constructor.name} ${error.message}`);
  // What is no plain value is named only.
  const text = JSON.stringify(result, (_key, value) =>
    value?.constructor === Object || Object(value) !== value || Array.isArray(value) ? value : value.constructor.name,
  );
  process.stdout.write(`# ${name}\n${text}\n`);
}
rmSync(folder, { recursive: true });
process.exit();
