/** Programs of the kinds that people write: classes, injection, helpers, events, modules. */
import type { Case } from './case.js';

export const kinds: readonly Case[] = [
  {
    file: 'nest-service.ts',
    source: `import Docker from 'dockerode';
export class ContainerService {
  private docker: Docker;
  constructor() {
    this.docker = new Docker();
  }
  async create(image: string): Promise<string> {
    const container = await this.docker.createContainer({ Image: image });
    return container.id;
  }
  async stopAll() {
    const running = await this.docker.listContainers();
    await Promise.all(running.map(({ Id }) => this.docker.getContainer(Id).stop()));
  }
}
`,
  },
  {
    file: 'field.ts',
    source: `import Docker from 'dockerode';
class Images {
  private readonly docker = new Docker({ socketPath: '/run/docker.sock' });
  async names(): Promise<string[]> {
    const images = await this.docker.listImages();
    return images.flatMap((image) => image.RepoTags ?? []);
  }
  remove(name: string): Promise<any> {
    return this.docker.getImage(name).remove({ force: true });
  }
}
export const images = new Images();
`,
  },
  {
    file: 'injected.ts',
    source: `import type Dockerode from 'dockerode';
export class Volumes {
  constructor(private readonly docker: Dockerode) {}
  public async ensure(name: string, labels: Record<string, string>): Promise<void> {
    try {
      await this.docker.getVolume(name).inspect();
    } catch (error: any) {
      if (error.statusCode !== 404) throw error;
      await this.docker.createVolume({ Name: name, Labels: labels });
    }
  }
}
`,
  },
  {
    file: 'own-connect.ts',
    source: `import Docker from 'dockerode';
async function connect(id: string): Promise<string> {
  const docker = new Docker();
  const { Name } = await docker.getContainer(id).inspect();
  return Name;
}
const pull = await connect('web');
console.log(pull);
`,
  },
  {
    file: 'container-info.ts',
    source: `import Docker, { ContainerInfo } from 'dockerode';
const docker = new Docker();
export async function find(name: string): Promise<ContainerInfo | undefined> {
  const all: ContainerInfo[] = await docker.listContainers({ all: true });
  return all.find((one) => one.Names.includes('/' + name));
}
`,
  },
  {
    file: 'prototype.js',
    source: `const Docker = require('dockerode');
const docker = new Docker();
console.log(docker.__proto__(), docker.constructor('a'), docker.hasOwnProperty('modem'));
`,
  },
  {
    file: 'main-function.ts',
    source: `import Docker from 'dockerode';
async function main(): Promise<void> {
  const docker = new Docker();
  const container = await docker.createContainer({ Image: 'alpine', Cmd: ['sleep', '1'], name: 'job' });
  await container.start();
  const { StatusCode } = await container.wait();
  console.log(StatusCode);
  await container.remove({ v: true });
}
main().catch((error) => {
  console.error(error);
  process.exit(1);
});
`,
  },
  {
    file: 'script.mjs',
    source: `import Docker from 'dockerode';
const docker = new Docker();
const { ServerVersion, Containers } = await docker.info();
console.log(ServerVersion, Containers);
for (const network of await docker.listNetworks({ filters: JSON.stringify({ driver: ['bridge'] }) })) console.log(network.Name);
`,
  },
  {
    file: 'singleton.ts',
    source: `import Docker from 'dockerode';
let client: Docker | null = null;
export function getDocker(): Docker {
  if (!client) client = new Docker();
  return client;
}
export async function networks(): Promise<string[]> {
  const docker = getDocker();
  const found = await docker.listNetworks();
  return found.map(({ Name }) => Name);
}
`,
  },
  {
    file: 'helpers.ts',
    source: `import Docker from 'dockerode';
export const listRunning = (docker: Docker) => docker.listContainers({ filters: { status: ['running'] } });
export const create = (docker: Docker, Image: string) => docker.createContainer({ Image, HostConfig: { AutoRemove: true } });
export async function restart(docker: Docker, Image: string): Promise<void> {
  const container = await create(docker, Image);
  await container.start();
  await container.restart({ t: 1 });
}
`,
  },
  {
    file: 'exec-helper.ts',
    source: `import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Docker from 'dockerode';
export async function execIn(docker: Docker, id: string, Cmd: string[]): Promise<{ code: number | null; out: string }> {
  const container = docker.getContainer(id);
  const exec = await container.exec({ Cmd, AttachStdout: true, AttachStderr: true });
  const stream = await exec.start({ hijack: true, stdin: false });
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  docker.modem.demuxStream(stream, stdout, stderr);
  stream.on('end', () => {
    stdout.end();
    stderr.end();
  });
  const out = await text(stdout);
  const { ExitCode } = await exec.inspect();
  return { code: ExitCode, out };
}
`,
  },
  {
    file: 'exec-without-engine.ts',
    source: `import Dockerode from 'dockerode';
export async function run(container: Dockerode.Container, command: string): Promise<void> {
  const exec = await container.exec({ Cmd: ['sh', '-c', command], AttachStdout: true });
  const stream = await exec.start({});
  stream.pipe(process.stdout);
}
`,
  },
  {
    file: 'event-emitter.ts',
    source: `import { EventEmitter } from 'node:events';
import Docker from 'dockerode';
export class Watcher extends EventEmitter {
  private docker = new Docker();
  async start(): Promise<void> {
    const stream = await this.docker.getEvents({ filters: { type: ['container'], event: ['start', 'die'] } });
    stream.on('data', (chunk: Buffer) => {
      const event = JSON.parse(chunk.toString());
      this.emit(event.Action, event.Actor.ID);
    });
    stream.on('end', () => this.emit('end'));
    stream.on('error', (error) => this.emit('error', error));
  }
}
`,
  },
  {
    file: 'events-buffered.ts',
    source: `import Docker from 'dockerode';
export async function watch(docker: Docker, onEvent: (event: object) => void): Promise<void> {
  const stream = await docker.getEvents();
  let buffer = '';
  stream.on('data', (chunk) => {
    buffer += chunk;
    const lines = buffer.split('\\n');
    buffer = lines.pop() ?? '';
    for (const line of lines) onEvent(JSON.parse(line));
  });
}
`,
  },
  {
    file: 'stats.ts',
    source: `import Docker from 'dockerode';
export class DockerUtility {
  private static docker: Docker = new Docker();
  static async cpu(id: string): Promise<number> {
    const stats = await DockerUtility.docker.getContainer(id).stats({ stream: false });
    const cpu = stats.cpu_stats.cpu_usage.total_usage - stats.precpu_stats.cpu_usage.total_usage;
    return (cpu / stats.cpu_stats.system_cpu_usage) * 100;
  }
}
`,
  },
  {
    file: 'pull-promise.ts',
    source: `import Docker from 'dockerode';
export async function ensureImage(docker: Docker, image: string): Promise<void> {
  const images = await docker.listImages({ filters: { reference: [image] } });
  if (images.length > 0) return;
  const stream = await docker.pull(image, { platform: 'linux/amd64' });
  await new Promise((resolve, reject) => {
    docker.modem.followProgress(stream, (err: Error | null, res: any[]) => (err ? reject(err) : resolve(res)));
  });
}
`,
  },
  {
    file: 'pull-to-terminal.mjs',
    source: `import Docker from 'dockerode';
const docker = new Docker();
docker.pull('alpine:latest', (err, stream) => {
  if (err) throw err;
  stream.pipe(process.stdout);
});
`,
  },
  {
    file: 'run.mjs',
    source: `import Docker from 'dockerode';
const docker = new Docker();
await docker.run('alpine', ['date'], process.stdout, { HostConfig: { AutoRemove: true } });
`,
  },
  {
    file: 'routes.ts',
    source: `import Docker from 'dockerode';
interface Reply { json(value: unknown): void; status(code: number): Reply }
export function routes(docker: Docker, app: { get(path: string, handler: (req: any, res: Reply) => unknown): void }): void {
  app.get('/containers', async (_req, res) => {
    try {
      res.json(await docker.listContainers({ all: true, limit: 10 }));
    } catch (error: any) {
      res.status(error.statusCode ?? 500).json({ error: error.message });
    }
  });
  app.get('/:id', (req, res) => {
    docker.getContainer(req.params.id).inspect((err, data) => {
      if (err) return res.status(404).json({ message: 'not found' });
      res.json(data);
    });
  });
}
`,
  },
  {
    file: 'subclass.ts',
    source: `import Dockerode from 'dockerode';
export class Docker extends Dockerode {
  public async initNetwork(name: string): Promise<Dockerode.Network> {
    const [found] = await this.listNetworks({ filters: { name: [name] } });
    return found ? this.getNetwork(found.Id) : await this.createNetwork({ Name: name });
  }
}
`,
  },
  {
    file: 'map-of-containers.ts',
    source: `import Docker from 'dockerode';
export class Pool {
  readonly #running = new Map<string, Docker.Container>();
  constructor(readonly docker: Docker, readonly limit = 3) {}
  async get(key: string): Promise<Docker.Container> {
    let container = this.#running.get(key);
    if (container === undefined) {
      container = await this.docker.createContainer({ Image: 'alpine', Labels: { key } });
      await container.start();
      this.#running.set(key, container);
    }
    return container;
  }
  async close(): Promise<void> {
    for (const container of this.#running.values()) await container.remove({ force: true });
  }
}
`,
  },
  {
    file: 'archive.ts',
    source: `import { createWriteStream } from 'node:fs';
import Docker from 'dockerode';
export async function backup(docker: Docker, id: string, path: string, target: string): Promise<void> {
  const container = docker.getContainer(id);
  const archive = await container.getArchive({ path });
  archive.pipe(createWriteStream(target));
}
export async function restore(docker: Docker, id: string, file: Buffer): Promise<void> {
  await docker.getContainer(id).putArchive(file, { path: '/' });
}
`,
  },
  {
    file: 'network.ts',
    source: `import Docker = require('dockerode');
export class Networks {
  docker: Docker;
  constructor(socketPath: string) {
    this.docker = new Docker({ socketPath });
  }
  async join(name: string, container: string): Promise<string> {
    const network = await this.docker.createNetwork({ Name: name, Driver: 'bridge', Labels: { app: 'shop' } });
    await network.connect({ Container: container });
    return network.id;
  }
}
`,
  },
  {
    file: 'tls.js',
    source: `const fs = require('fs');
const Docker = require('dockerode');
function clientFor(host) {
  return new Docker({ host, port: 2376, ca: fs.readFileSync('ca.pem'), cert: fs.readFileSync('cert.pem'), key: fs.readFileSync('key.pem') });
}
async function versions(hosts) {
  for (const host of hosts) console.log((await clientFor(host).version()).Version);
}
versions(['one.example.com', 'two.example.com']);
`,
  },
];
