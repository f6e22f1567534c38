/** Network and log plugins over their protocols. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { useEngineScene } from '../engine-scene.js';
import { logPlugin } from './log-plugin.js';
import { networkPlugin } from './network-plugin.js';

const scene = useEngineScene();
const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a plugin on a socket, and lets the engine use it under a name. */
async function use(name: string, server: Server): Promise<void> {
  const socket = join(tmpdir(), `lading-${name}-${process.pid}.sock`);
  rmSync(socket, { force: true });
  open.push(server.listen(socket));
  await once(server, 'listening');
  await scene().engine.engine.plugins.connect(name, socket);
}

describe('a network plugin', () => {
  it('creates networks, connects containers, disconnects them and deletes networks', async () => {
    const { client } = scene();
    const { server, calls } = networkPlugin();
    await use('wires', server);
    const IPAM = { Config: [{ Subnet: '10.9.0.0/16', Gateway: '10.9.0.1' }] };
    const { Id } = await client.network.create({
      body: { Name: 'wire', Driver: 'wires', IPAM, Options: { speed: 'high' } },
    });
    expect(await client.network.inspect({ id: 'wire' })).toMatchObject({ Driver: 'wires', Options: { speed: 'high' } });
    const id = await scene().run({ HostConfig: { NetworkMode: 'wire' } });
    expect(await scene().endpoint(id, 'wire')).toMatchObject({
      MacAddress: '02:00:00:00:00:07',
      IPAddress: '10.9.0.2',
      Gateway: '10.9.0.254',
    });
    await client.container.delete({ id, force: true });
    await expect.poll(() => calls.at(-1)?.[0]).toBe('NetworkDriver.DeleteEndpoint');
    await client.network.delete({ id: 'wire' });
    expect(calls.map(([method]) => method.slice('NetworkDriver.'.length))).toEqual([
      ...['CreateNetwork', 'CreateEndpoint', 'Join', 'Leave', 'DeleteEndpoint', 'DeleteNetwork'],
    ]);
    const [, network] = calls[0] ?? [];
    expect(network).toMatchObject({
      NetworkID: Id,
      Options: { 'com.docker.network.generic': { speed: 'high' }, 'com.docker.network.enable_ipv6': false },
      IPv4Data: [{ Pool: '10.9.0.0/16', Gateway: '10.9.0.1/16', AddressSpace: 'LocalDefault' }],
      IPv6Data: [],
    });
    expect(calls[1]?.[1]).toMatchObject({ Interface: { Address: '10.9.0.2/16', MacAddress: '' } });
    expect(calls[2]?.[1]).toMatchObject({ NetworkID: Id, SandboxKey: `/var/run/docker/netns/${id.slice(0, 12)}` });
  });

  it('that refuses leaves no network, and one that has ended fails the start of a container', async () => {
    const { client } = scene();
    const { server } = networkPlugin();
    await use('wires', server);
    const create = (Name: string, Options: Record<string, string>) =>
      client.network.create({ body: { Name, Driver: 'wires', Options } });
    await expect(create('refused', { refuse: 'yes' })).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining('no such wire') as string,
    });
    await expect(client.network.inspect({ id: 'refused' })).rejects.toMatchObject({ status: 404 });
    await create('wire', {});
    const id = await scene().create({ HostConfig: { NetworkMode: 'wire' } });
    server.closeAllConnections();
    server.close();
    await expect(client.container.start({ id })).rejects.toMatchObject({ status: 500 });
    expect((await scene().state(id))?.Status).toBe('created');
    await expect(client.network.create({ body: { Name: 'other', Driver: 'absent' } })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('plugin "absent" not found') as string,
    });
  });
});

describe('a log plugin', () => {
  const LogConfig = { Type: 'journal' as 'json-file', Config: { tag: 'web' } };
  const Cmd = ['sh', '-c', 'echo out; echo err >&2; printf end'];
  const logs = async (id: string) => (await scene().client.container.logs({ id, stdout: true, stderr: true })).text();

  it('receives the output through a named pipe, and returns it', async () => {
    const { client } = scene();
    const { server, infos, stopped } = logPlugin(true);
    await use('journal', server);
    const id = await scene().run({ Cmd, HostConfig: { LogConfig } }, 'logged');
    await client.container.wait({ id });
    await stopped;
    expect(infos).toMatchObject([
      { ContainerID: id, ContainerName: '/logged', Config: { tag: 'web' }, ContainerEntrypoint: 'sh' },
    ]);
    await expect.poll(() => logs(id)).toEqual({ stdout: 'out\nend\n', stderr: 'err\n' });
  });

  it('that cannot return it leaves that to the engine', async () => {
    const { client } = scene();
    const { server, received } = logPlugin(false);
    await use('journal', server);
    const id = await scene().run({ Cmd, HostConfig: { LogConfig } });
    await client.container.wait({ id });
    expect(await logs(id)).toEqual({ stdout: 'out\nend', stderr: 'err\n' });
    // The first entry: its length, the source, the time, the line.
    await expect.poll(() => received().subarray(4, 12).toString()).toBe('\n\u0006stdout');
  });

  it('that refuses fails the start of a container', async () => {
    const { server } = logPlugin(true);
    await use('journal', server);
    const refused = { ...LogConfig, Config: { refuse: 'yes' } };
    await expect(scene().run({ HostConfig: { LogConfig: refused } })).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining(
        'failed to initialize logging driver: error creating logger: LogDriver.StartLogging: the disk is full',
      ) as string,
    });
    const absent = { ...LogConfig, Type: 'absent' as 'json-file' };
    await expect(scene().create({ HostConfig: { LogConfig: absent } })).rejects.toMatchObject({
      message: expect.stringContaining('error looking up logging plugin absent: plugin "absent" not found') as string,
    });
  });
});
