// Uses what Testcontainers offers on the engine of $DOCKER_HOST, and prints what each call returns or throws.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Modem from 'docker-modem';
import { getContainerRuntimeClient, GenericContainer, Network, Wait } from 'testcontainers';

const image = process.env['IMAGE'] ?? '';
const version = `v${process.env['DOCKER_API_VERSION']}`;

// Testcontainers has no setting for the version: it would send paths without one.
const { dial } = Modem.prototype;
Modem.prototype.dial = function (...words) {
  this.version = version;
  return dial.apply(this, words);
};

/** Prints the step, and what it returns or throws. */
async function step(name, call) {
  console.log(`# ${name}`);
  try {
    const result = await call();
    console.log(
      JSON.stringify(result, (_key, value) =>
        value?.constructor === Object || Object(value) !== value || Array.isArray(value)
          ? value
          : value.constructor.name,
      ),
    );
    return result;
  } catch (error) {
    console.log(`${error.constructor.name} ${error.message}`);
    return undefined;
  }
}

/** What a stream sends until it has sent so many lines. */
const lines = (stream, count) =>
  new Promise((resolve) => {
    let text = '';
    stream.on('data', (data) => {
      text += data;
      if (text.split('\n').length > count) resolve(text.split('\n').slice(0, count).sort());
    });
    stream.on('end', () => resolve(text));
  });

const shell = (command) => new GenericContainer(image).withCommand(['sh', '-c', command]);

await step('runtime', async () => {
  const { info } = await getContainerRuntimeClient();
  const { serverVersion, operatingSystem, architecture } = info.containerRuntime;
  return { serverVersion, operatingSystem, architecture };
});
const web = await step('start', () =>
  shell('echo hello > /data/index; echo ready; echo error >&2; exec httpd -f -p 80 -h /data')
    .withEnvironment({ NAME: 'value' })
    .withLabels({ role: 'test' })
    .withExposedPorts(80)
    .withTmpFs({ '/scratch': 'rw' })
    .withUlimits({ nofile: { soft: 100, hard: 200 } })
    .withAddedCapabilities('NET_ADMIN')
    .withDroppedCapabilities('MKNOD')
    .withExtraHosts([{ host: 'other', ipAddress: '192.0.2.2' }])
    .withResourcesQuota({ memory: 0.1, cpu: 0.5 })
    .withSharedMemorySize(2 ** 20)
    .withWorkingDir('/tmp')
    .withCopyContentToContainer([{ content: 'copied before', target: '/before' }])
    .withWaitStrategy(Wait.forAll([Wait.forLogMessage('ready'), Wait.forListeningPorts()]))
    .start(),
);
await step('labels', () => web.getLabels()['role']);
await step('port', () => typeof web.getMappedPort(80));
await step('request', async () => (await fetch(`http://${web.getHost()}:${web.getMappedPort(80)}/index`)).text());
await step('network names', () => web.getNetworkNames());
// The engine reads both outputs at once: which one comes first depends on the time.
await step('exec', async () => {
  const { stdout, stderr, exitCode } = await web.exec(['sh', '-c', 'cat /before; echo " $NAME"; echo no >&2; exit 3']);
  return { stdout, stderr, exitCode };
});
await step('exec with options', () =>
  web.exec(['sh', '-c', 'id -u; echo $X; cat /etc/hosts | head -1'], {
    user: 'user',
    workingDir: '/',
    env: { X: '1' },
  }),
);
await step('exec of no program', () => web.exec(['none']));
await step('limits', () => web.exec(['sh', '-c', 'ulimit -n; ulimit -Hn']));
await step('copy content', async () => {
  await web.copyContentToContainer([{ content: 'copied after', target: '/after', mode: 0o600 }]);
  return web.exec(['sh', '-c', 'cat /after; ls -l /after | cut -c1-10']);
});
await step('copy files', async () => {
  const source = join(mkdtempSync(join(tmpdir(), 'testcontainers-')), 'file');
  writeFileSync(source, 'of a file');
  await web.copyFilesToContainer([{ source, target: '/file' }]);
  return web.exec(['cat', '/file']);
});
await step('copy archive from', async () => {
  let bytes = 0;
  for await (const chunk of await web.copyArchiveFromContainer('/after')) bytes += chunk.length;
  return bytes;
});
await step('copy nothing from', () => web.copyArchiveFromContainer('/none'));
await step('logs', async () => lines(await web.logs(), 2));
await step('commit', () =>
  web.commit({ repo: 'committed', tag: '1', changes: ['ENV B=2'], comment: 'c', author: 'a' }).then(() => true),
);
await step('start committed', async () => {
  const container = await new GenericContainer('committed:1').withCommand(['sleep', '600']).start();
  const result = await container.exec(['sh', '-c', 'echo $B; cat /after']);
  await container.stop({ timeout: 0 });
  return result;
});
await step('stop', () => web.stop({ timeout: 0 }));
await step('stop again', () => web.stop());

await step('health', async () => {
  const container = await new GenericContainer(image)
    .withCommand(['sleep', '600'])
    .withHealthCheck({ test: ['CMD', 'true'], interval: 1000, timeout: 3000, retries: 3, startPeriod: 1000 })
    .withWaitStrategy(Wait.forHealthCheck())
    .start();
  await container.stop({ timeout: 0 });
});
await step('command succeeds', async () => {
  const container = await new GenericContainer(image)
    .withCommand(['sleep', '600'])
    .withUser('user')
    .withPrivilegedMode()
    .withIpcMode('private')
    .withWaitStrategy(Wait.forSuccessfulCommand('id'))
    .start();
  const result = await container.exec('id -u');
  await container.stop({ remove: false, timeout: 0 });
  return result;
});
await step('restart', async () => {
  const container = await new GenericContainer(image)
    .withCommand(['sleep', '600'])
    .withWaitStrategy(Wait.forSuccessfulCommand('id'))
    .start();
  await container.restart({ timeout: 0 });
  const result = await container.exec(['cat', '/proc/1/cmdline']);
  await container.stop({ timeout: 0 });
  return result;
});
await step('one shot', async () => {
  const container = await shell('echo done').withWaitStrategy(Wait.forOneShotStartup()).start();
  const text = await lines(await container.logs(), 1);
  await container.stop();
  return text;
});
await step('one shot fails', () =>
  shell('exit 3').withWaitStrategy(Wait.forOneShotStartup()).withStartupTimeout(5000).start(),
);
await step('no program', () => new GenericContainer(image).withCommand(['none']).start());
await step('no image', () => new GenericContainer('localhost:5000/none:1').start());
await step('reuse', async () => {
  const reused = () =>
    new GenericContainer(image).withCommand(['sleep', '600']).withLabels({ reused: '1' }).withReuse().start();
  const [one, other] = [await reused(), await reused()];
  await other.stop({ timeout: 0 });
  return one.getId() === other.getId();
});
await step('network', async () => {
  const network = await new Network().start();
  const server = await shell('echo there > /data/index; exec httpd -f -p 80 -h /data')
    .withNetwork(network)
    .withNetworkAliases('server')
    .start();
  const client = await new GenericContainer(image).withCommand(['sleep', '600']).withNetwork(network).start();
  const result = await client.exec(['sh', '-c', 'busybox wget -q -O - http://server/index']);
  const names = server.getNetworkNames().length;
  const address = server.getIpAddress(network.getName()) !== '';
  await server.stop({ timeout: 0 });
  await client.stop({ timeout: 0 });
  await network.stop();
  return { result, names, address };
});
await step('host network', async () => {
  const container = await new GenericContainer(image).withCommand(['sleep', '600']).withNetworkMode('host').start();
  await container.stop({ timeout: 0 });
});
await step('build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'testcontainers-'));
  writeFileSync(join(folder, 'Dockerfile'), `FROM ${image}\nARG WHO\nRUN echo hello $WHO > /who\nCMD sleep 600\n`);
  const built = await GenericContainer.fromDockerfile(folder)
    .withBuildArgs({ WHO: 'you' })
    .withCache(false)
    .build('built:1', { deleteOnExit: false });
  const container = await built.start();
  const result = await container.exec(['cat', '/who']);
  await container.stop({ timeout: 0 });
  return result;
});
await step('build fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'testcontainers-'));
  writeFileSync(join(folder, 'Dockerfile'), `FROM ${image}\nRUN false\n`);
  return GenericContainer.fromDockerfile(folder).build('broken:1');
});
await step('bind', async () => {
  const container = await new GenericContainer(image)
    .withBindMounts([{ source: '/usr', target: '/host', mode: 'ro' }])
    .withCommand(['sleep', '600'])
    .start();
  const result = await container.exec(['sh', '-c', 'ls /host | head -1']);
  await container.stop({ timeout: 0 });
  return result;
});
process.exit();
