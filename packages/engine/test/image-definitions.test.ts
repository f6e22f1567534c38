/** Images whose containers run programs of a definition. */
import { connect, waitFor, type EngineV144 } from '@lading/client';
import { expect, it, onTestFinished } from 'vitest';
import { ImageDefinitions } from '../src/definitions/image-definitions.js';
import { MemoryRegistry, startEngine, type ImageDefinition, type RunningEngine } from '../src/index.js';

async function start(
  imageDefinitions: readonly ImageDefinition[],
): Promise<{ engine: RunningEngine; client: EngineV144 }> {
  const engine = await startEngine({ imageDefinitions, checkResponses: true });
  const client = await connect({ host: engine.address, version: '1.44' });
  onTestFinished(() => engine.close());
  onTestFinished(() => client.close());
  return { engine, client };
}

/** A service that greets on a port and on a socket file. */
function greeter(loaded: string[]): ImageDefinition {
  return {
    names: ['greeter', 'team/greeter'],
    load() {
      loaded.push('greeter');
      return {
        config: (tag) => ({
          Entrypoint: ['/entry.sh'],
          Cmd: ['greeter'],
          Env: [`GREETER_VERSION=${tag}`],
          ExposedPorts: { '7/tcp': {} },
          Volumes: { '/data': {} },
          Healthcheck: { Test: ['CMD', 'greet'], Interval: 5e6 },
        }),
        files: { '/entry.sh': '#!/bin/sh\necho starting\nexec "$@"\n', '/etc/greeting': 'hello', '/empty': undefined },
        programs: {
          '/usr/bin/greeter': async ({ files, env, listen, stdout, signal, addresses, now }) => {
            const greeting = `${files.read('/etc/greeting')?.toString()} ${env['GREETER_VERSION']}`;
            for (const place of [7, '/run/greeter.sock']) listen(place, (connection) => connection.end(greeting));
            files.makeFolder('/data/deep/er');
            files.write('/data/started', String(now() > 0));
            await stdout.write(`ready at ${addresses.length} address\n`);
            await new Promise((resolve) => signal.addEventListener('abort', resolve));
          },
          '/usr/bin/twice': async ({ run, env }) =>
            (await run(['greet'])) +
            (await run(['sh', '-c', 'echo $A $GREETER_VERSION; exit 3'], { A: '1' })) +
            (await run(['none'])) +
            Number(env['A'] ?? 0),
          '/usr/bin/greet': async ({ connectFile, files, stdout }) => {
            const kinds = ['/etc/greeting', '/data/deep/er', '/none'].map((path) => files.kindOf(path));
            for await (const data of connectFile('/run/greeter.sock'))
              await stdout.write(`${String(data)} ${kinds.join()}\n`);
          },
        },
      };
    },
  };
}

async function execOutput(client: EngineV144, id: string, ...Cmd: string[]): Promise<string> {
  const { Id } = await client.container.exec({ id, body: { Cmd, AttachStdout: true, AttachStderr: true } });
  const { stdout, stderr } = await (await client.exec.start({ id: Id, body: {} })).text();
  return stdout + stderr;
}

it('are created once for all requests of a pull', async () => {
  const tags: string[] = [];
  const load = () => ({ config: (tag: string) => (tags.push(tag), {}), programs: {} });
  const registry = new MemoryRegistry(new ImageDefinitions([{ names: ['greeter'], load }]));
  const pull = async (tag: string) => {
    const read = (path: string) => registry.fetch(new Request(`http://registry/v2/library/greeter/${path}`));
    const { manifests } = (await (await read(`manifests/${tag}`)).json()) as { manifests: { digest: string }[] };
    for (const { digest } of manifests) {
      const manifest = (await (await read(`manifests/${digest}`)).json()) as Record<'config', { digest: string }>;
      const blobs = await Promise.all([1, 2].map(() => read(`blobs/${manifest.config.digest}`)));
      expect(blobs.map(({ status }) => status)).toEqual([200, 200]);
    }
  };
  await pull('2');
  // Without a tag, blobs are those of the newest image.
  expect(tags).toEqual(['2', 'latest']);
  for (let tag = 3; tag < 20; tag += 1) await pull(String(tag));
  expect(tags.filter((tag) => tag === 'latest')).toHaveLength(1);
});

it('are pulled by their names, with the configuration, files and programs', async () => {
  const loaded: string[] = [];
  const { engine, client } = await start([greeter(loaded)]);
  await engine.engine.pull('alpine');
  expect(loaded).toEqual([]);
  await engine.engine.pull('greeter:2');
  const { Id: id } = await client.container.create({
    body: { Image: 'greeter:2', HostConfig: { PublishAllPorts: true } },
  });
  await client.container.start({ id });
  await waitFor(client, id, { healthy: true }, { timeout: 5000 });
  expect(await execOutput(client, id, 'greet')).toBe('hello 2 file,folder,\n');
  expect(await execOutput(client, id, 'sh', '-c', 'twice; echo $?')).toBe('hello 2 file,folder,\n1 2\n130\n');
  const { Config, Mounts } = await client.container.inspect({ id });
  expect(Config).toMatchObject({ Entrypoint: ['/entry.sh'], Cmd: ['greeter'], ExposedPorts: { '7/tcp': {} } });
  expect(Mounts).toMatchObject([{ Type: 'volume', Destination: '/data' }]);
  expect((await (await client.container.logs({ id, stdout: true })).text()).stdout).toBe(
    'starting\nready at 1 address\n',
  );
  expect(loaded).toEqual(['greeter']);
  expect(await execOutput(client, id, 'cat', '/usr/bin/greet')).toBe(
    '#!/lading/program library/greeter /usr/bin/greet\n',
  );
});

it('give their programs to images that are built on them, and to no other image', async () => {
  const { engine, client } = await start([greeter([])]);
  await engine.engine.pull('team/greeter');
  await engine.engine.pull('alpine');
  const { Id: id } = await client.container.create({ body: { Image: 'team/greeter' } });
  await client.image.commit({ container: id, repo: 'mine', tag: '1' });
  const { Id: mine } = await client.container.create({ body: { Image: 'mine:1' } });
  await client.container.start({ id: mine });
  expect(await execOutput(client, mine, 'greet')).toBe('hello latest file,folder,\n');
  const { Id: other } = await client.container.create({ body: { Image: 'alpine', Cmd: ['greeter'] } });
  await expect(client.container.start({ id: other })).rejects.toThrow('executable file not found');
});

it('cannot start in an engine without their definitions, which has their files', async () => {
  const one = await start([greeter([])]);
  await one.engine.engine.pull('greeter');
  const body = await one.client.image.get({ name: 'greeter' });
  const other = await start([]);
  await (await other.client.image.load({ body })).done();
  const { Id: id } = await other.client.container.create({ body: { Image: 'greeter', Entrypoint: ['greeter'] } });
  await expect(other.client.container.start({ id })).rejects.toThrow('executable file not found');
});
