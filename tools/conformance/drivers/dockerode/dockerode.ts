// Drives dockerode, the most used client on npm, as programs do.

import Docker from 'dockerode';
import { buffer } from 'node:stream/consumers';
import { PassThrough, type Readable } from 'node:stream';
import { rootfs } from '../fixtures.js';
import { image, login, pause, type Driver, type Scene } from '../scene.js';
import { tarArchive } from '../tar.js';

type DriverStep = () => Promise<unknown>;

const client = ({ socket, version }: Scene): Docker => new Docker({ socketPath: socket, version: `v${version}` });

/** Runs steps in order and continues after a failure, which is recorded like any other exchange. */
async function steps(...all: readonly DriverStep[]): Promise<void> {
  for (const step of all) {
    await Promise.race([step().catch(() => undefined), pause(20_000)]);
  }
}

/** Reads a stream to its end, or closes it after a timeout. */
async function drain(stream: NodeJS.ReadableStream, leaveAfter = 15_000): Promise<void> {
  const timer = setTimeout(() => (stream as Readable).destroy(), leaveAfter);
  await buffer(stream).catch(() => undefined);
  clearTimeout(timer);
}

const images: Driver = async (scene) => {
  const docker = client(scene);
  const auth = { authconfig: login };
  const busyImage = docker.getImage(image);
  const context = await tarArchive([{ name: 'Dockerfile', data: `FROM ${image}\nRUN true\nCMD ["sleep","600"]\n` }]);
  await steps(
    async () =>
      drain(
        await docker.importImage((await rootfs(scene.tree)) as unknown as string, {
          repo: 'localhost:5000/busy',
          tag: '1',
          changes: 'CMD ["sleep","600"]',
        }),
      ),
    async () => drain(await busyImage.push({ tag: '1' })),
    () => docker.listImages({ all: true, digests: true, filters: { dangling: ['false'] } }),
    () => busyImage.inspect(),
    () => busyImage.history(),
    () => busyImage.tag({ repo: 'localhost:5001/rode', tag: '1' }),
    async () => drain(await docker.getImage('localhost:5001/rode').push({ tag: '1', ...auth })),
    async () => drain(await docker.pull('localhost:5001/rode:1', auth)),
    () => busyImage.distribution(),
    async () =>
      drain(
        await docker.buildImage(context as unknown as string, {
          t: 'rode:1',
          labels: { a: 'b' },
          buildargs: { A: '1' },
        }),
      ),
    async () => drain(await busyImage.get()),
    async () => docker.searchImages({ term: 'localhost:5002/busy' }),
    () => docker.checkAuth(login),
    () => docker.getImage('rode:1').remove({ force: true }),
    () => docker.pruneImages({ filters: { dangling: { true: true } } }),
    () => docker.pruneBuilder(),
  );
};

const containers: Driver = async (scene) => {
  const docker = client(scene);
  const container = await docker.createContainer({
    name: 'rode',
    Image: image,
    Cmd: ['sh', '-c', 'while true; do echo hi; sleep 1; done'],
    Labels: { a: 'b' },
    Env: ['A=1'],
    ExposedPorts: { '80/tcp': {} },
    AttachStdin: false,
    OpenStdin: true,
    Volumes: { '/data': {} },
    HostConfig: {
      Memory: 64 << 20,
      PortBindings: { '80/tcp': [{ HostPort: '' }] },
      Binds: ['/tmp:/host'],
      RestartPolicy: { Name: 'always' },
      AutoRemove: false,
    },
  });
  const exec = async (tty: boolean): Promise<void> => {
    const command = await container.exec({ Cmd: ['id'], AttachStdout: true, AttachStderr: true, Tty: tty });
    await drain(await command.start({ hijack: tty, stdin: tty, Tty: tty }), 3000);
    await command.inspect();
  };
  await steps(
    () => container.inspect(),
    () => container.start(),
    async () => drain(await container.attach({ stream: true, stdout: true, stderr: true }), 500),
    async () => drain(await container.attach({ stream: true, stdin: true, stdout: true, hijack: true }), 500),
    () => container.stats({ stream: false }),
    async () => drain(await container.stats({ stream: true }), 2500),
    () => container.logs({ stdout: true, stderr: true, timestamps: true }),
    async () => drain(await container.logs({ stdout: true, follow: true }), 500),
    () => container.top(),
    () => container.changes(),
    () => container.resize({ h: 20, w: 80 }),
    () => exec(false),
    () => exec(true),
    async () =>
      container.putArchive((await tarArchive([{ name: 'f', data: 'x' }])) as unknown as string, { path: '/tmp' }),
    async () => drain(await container.getArchive({ path: '/tmp' })),
    () => container.infoArchive({ path: '/tmp' }),
    async () => drain(await container.export()),
    () => container.commit({ repo: 'rode', tag: 'c' }),
    () => container.update({ Memory: 96 << 20, MemorySwap: -1 }),
    () => container.pause(),
    () => container.unpause(),
    () => container.rename({ name: 'rode2' }),
    () => docker.listContainers({ all: true, filters: { label: ['a=b'] }, size: true }),
    () => container.restart({ t: 0 }),
    () => container.stop({ t: 0 }),
    () => container.wait(),
    () => container.start(),
    () => container.kill({ signal: 'SIGKILL' }),
    () => container.remove({ force: true, v: true }),
    () => docker.run(image, ['echo', 'hi'], new PassThrough(), { name: 'ran', HostConfig: { AutoRemove: true } }),
    () => docker.getContainer('none').inspect(),
    () => docker.createContainer({ Image: 'none' }),
    () => docker.pruneContainers(),
  );
};

const networks: Driver = async (scene) => {
  const docker = client(scene);
  const plain = await docker.createNetwork({
    Name: 'rode',
    Driver: 'bridge',
    CheckDuplicate: true,
    IPAM: { Config: [{ Subnet: '10.71.0.0/16' }] },
  });
  const container = await docker.createContainer({
    name: 'member',
    Image: image,
    NetworkingConfig: { EndpointsConfig: { rode: { Aliases: ['x'] } } },
  });
  await steps(
    () => container.start(),
    () => docker.getNetwork('bridge').connect({ Container: 'member' }),
    () => plain.inspect(),
    () => container.inspect(),
    () => docker.getNetwork('bridge').disconnect({ Container: 'member', Force: true }),
    () => docker.listNetworks({ filters: { driver: ['bridge'] } }),
    () => container.remove({ force: true }),
    () => plain.remove(),
    () => docker.pruneNetworks(),
    () => docker.createVolume({ Name: 'rode', Labels: { a: 'b' } }),
    () => docker.createVolume(),
    () => docker.listVolumes(),
    () => docker.getVolume('rode').inspect(),
    () => docker.getVolume('rode').remove(),
    () => docker.getVolume('rode').inspect(),
    () => docker.pruneVolumes({ filters: { label: ['none'] } }),
  );
};

const system: Driver = async (scene) => {
  const docker = client(scene);
  const now = Math.floor(Date.now() / 1000);
  await steps(
    () => docker.ping(),
    () => docker.version(),
    () => docker.info(),
    () => docker.df(),
    async () => drain(await docker.getEvents({ since: now - 600, until: now, filters: { type: ['container'] } })),
    async () => drain(await docker.getEvents({}), 500),
    () => docker.listPlugins(),
    () => docker.getPlugin('none', '').inspect(),
  );
};

const swarm: Driver = async (scene) => {
  const docker = client(scene);
  await steps(() =>
    docker.swarmInit({ ListenAddr: '0.0.0.0:2377', AdvertiseAddr: scene.address, ForceNewCluster: false, Spec: {} }),
  );
  const secret = await docker.createSecret({ Name: 'rode', Labels: {}, Data: Buffer.from('x').toString('base64') });
  const config = await docker.createConfig({ Name: 'rode', Data: Buffer.from('x').toString('base64') });
  const spec = {
    Name: 'rode',
    TaskTemplate: { ContainerSpec: { Image: image, Command: ['sleep', '600'], Env: ['A=1'] } },
    Mode: { Replicated: { Replicas: 1 } },
  };
  await docker.createService(spec);
  const service = docker.getService('rode');
  await pause(2500);
  const index = async (): Promise<number> =>
    ((await service.inspect()) as { Version: { Index: number } }).Version.Index;
  const node = ((await docker.listNodes()) as readonly { ID: string }[])[0]?.ID ?? 'none';
  const tasks = (await docker.listTasks({ filters: { service: ['rode'] } })) as readonly { ID: string }[];
  await steps(
    () => docker.swarmInspect(),
    () => docker.listServices({ filters: { name: ['rode'] } }),
    async () => service.update({ ...spec, version: await index(), Mode: { Replicated: { Replicas: 2 } } }),
    () => service.logs({ stdout: true, stderr: true }),
    () => docker.getTask(tasks[0]?.ID ?? 'none').inspect(),
    () => docker.getNode(node).inspect(),
    () => docker.listSecrets(),
    () => secret.inspect(),
    () => docker.listConfigs(),
    () => config.inspect(),
    () => docker.info(),
    () => service.remove(),
    () => secret.remove(),
    () => config.remove(),
    () => docker.swarmLeave({ force: true }),
  );
};

export const dockerode: Readonly<Record<string, Driver>> = { images, containers, networks, system, swarm };
