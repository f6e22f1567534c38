// The most used client of the npm world, as programs use it.

import Docker from 'dockerode';
import { buffer } from 'node:stream/consumers';
import { PassThrough, type Readable } from 'node:stream';
import { rootfs } from '../fixtures.js';
import { image, login, pause, type Driver, type Scene } from '../scene.js';
import { tarArchive } from '../tar.js';

type Step = () => Promise<unknown>;

const client = ({ socket, version }: Scene): Docker => new Docker({ socketPath: socket, version: `v${version}` });

/** Runs steps in order; one that fails is an exchange like any other. */
async function steps(...all: readonly Step[]): Promise<void> {
  for (const step of all) {
    await Promise.race([step().catch(() => undefined), pause(20_000)]);
  }
}

/** Reads a stream to its end, or leaves it after a while. */
async function drain(stream: NodeJS.ReadableStream, leaveAfter = 15_000): Promise<void> {
  const timer = setTimeout(() => (stream as Readable).destroy(), leaveAfter);
  await buffer(stream).catch(() => undefined);
  clearTimeout(timer);
}

const images: Driver = async (scene) => {
  const docker = client(scene);
  const auth = { authconfig: login };
  const made = docker.getImage(image);
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
    async () => drain(await made.push({ tag: '1' })),
    () => docker.listImages({ all: true, digests: true, filters: { dangling: ['false'] } }),
    () => made.inspect(),
    () => made.history(),
    () => made.tag({ repo: 'localhost:5001/rode', tag: '1' }),
    async () => drain(await docker.getImage('localhost:5001/rode').push({ tag: '1', ...auth })),
    async () => drain(await docker.pull('localhost:5001/rode:1', auth)),
    () => made.distribution(),
    async () =>
      drain(
        await docker.buildImage(context as unknown as string, {
          t: 'rode:1',
          labels: { a: 'b' },
          buildargs: { A: '1' },
        }),
      ),
    async () => drain(await made.get()),
    async () => docker.searchImages({ term: 'localhost:5002/busy' }),
    () => docker.checkAuth(login),
    () => docker.getImage('rode:1').remove({ force: true }),
    () => docker.pruneImages({ filters: { dangling: { true: true } } }),
    () => docker.pruneBuilder(),
  );
};

const containers: Driver = async (scene) => {
  const docker = client(scene);
  const made = await docker.createContainer({
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
    const command = await made.exec({ Cmd: ['id'], AttachStdout: true, AttachStderr: true, Tty: tty });
    await drain(await command.start({ hijack: tty, stdin: tty, Tty: tty }), 3000);
    await command.inspect();
  };
  await steps(
    () => made.inspect(),
    () => made.start(),
    async () => drain(await made.attach({ stream: true, stdout: true, stderr: true }), 500),
    async () => drain(await made.attach({ stream: true, stdin: true, stdout: true, hijack: true }), 500),
    () => made.stats({ stream: false }),
    async () => drain(await made.stats({ stream: true }), 2500),
    () => made.logs({ stdout: true, stderr: true, timestamps: true }),
    async () => drain(await made.logs({ stdout: true, follow: true }), 500),
    () => made.top(),
    () => made.changes(),
    () => made.resize({ h: 20, w: 80 }),
    () => exec(false),
    () => exec(true),
    async () => made.putArchive((await tarArchive([{ name: 'f', data: 'x' }])) as unknown as string, { path: '/tmp' }),
    async () => drain(await made.getArchive({ path: '/tmp' })),
    () => made.infoArchive({ path: '/tmp' }),
    async () => drain(await made.export()),
    () => made.commit({ repo: 'rode', tag: 'c' }),
    () => made.update({ Memory: 96 << 20, MemorySwap: -1 }),
    () => made.pause(),
    () => made.unpause(),
    () => made.rename({ name: 'rode2' }),
    () => docker.listContainers({ all: true, filters: { label: ['a=b'] }, size: true }),
    () => made.restart({ t: 0 }),
    () => made.stop({ t: 0 }),
    () => made.wait(),
    () => made.start(),
    () => made.kill({ signal: 'SIGKILL' }),
    () => made.remove({ force: true, v: true }),
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
  const made = await docker.createContainer({
    name: 'member',
    Image: image,
    NetworkingConfig: { EndpointsConfig: { rode: { Aliases: ['x'] } } },
  });
  await steps(
    () => made.start(),
    () => docker.getNetwork('bridge').connect({ Container: 'member' }),
    () => plain.inspect(),
    () => made.inspect(),
    () => docker.getNetwork('bridge').disconnect({ Container: 'member', Force: true }),
    () => docker.listNetworks({ filters: { driver: ['bridge'] } }),
    () => made.remove({ force: true }),
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
