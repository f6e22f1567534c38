/** Plugins: installation, settings, and volume plugins over their protocol. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveWith } from '../../src/filesystem/tar.js';
import { privilegesOf, readPluginConfig } from '../../src/objects/plugins/plugin-config.js';
import { useEngineScene } from '../engine-scene.js';
import { volumePlugin } from './volume-plugin.js';

const scene = useEngineScene();
const config = {
  description: 'volumes of a test',
  documentation: 'none',
  entrypoint: ['volumes'],
  interface: { socket: 'test.sock', types: ['docker.volumedriver/1.0'] },
  network: { type: 'host' },
  linux: { capabilities: ['CAP_SYS_ADMIN'] },
  env: [
    { name: 'DEBUG', settable: ['value'], value: '0' },
    { name: 'FIXED', value: '1' },
  ],
};
const privileges = [
  { Name: 'network', Description: 'permissions to access a network', Value: ['host'] },
  { Name: 'capabilities', Description: 'list of additional capabilities required', Value: ['CAP_SYS_ADMIN'] },
];

const user = { 'X-Registry-Auth': { username: 'me', password: 'secret' } };

async function create(name = 'test/volumes', given: object = config): Promise<void> {
  const body = archiveWith({ 'config.json': JSON.stringify(given), 'rootfs/readme': 'files' });
  await scene().client.plugin.create({ name, body });
}

function addProgram(): string[] {
  const { server, calls } = volumePlugin();
  scene().engine.programs.add('volumes', ({ listen, signal }) => {
    listen(1, server);
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  });
  return calls;
}

const reject = (status: number, text: string) => ({ status, message: expect.stringContaining(text) as string });

describe('a plugin', () => {
  it('is created from an archive, configured, enabled, disabled and removed', async () => {
    const { client } = scene();
    addProgram();
    await create();
    const id = { name: 'test/volumes' };
    expect(await client.plugin.inspect(id)).toMatchObject({
      Name: 'test/volumes:latest',
      Enabled: false,
      PluginReference: 'test/volumes:latest',
      Settings: { Env: ['DEBUG=0', 'FIXED=1'], Args: [], Mounts: [], Devices: [] },
      Config: { Interface: { Types: ['docker.volumedriver/1.0'], Socket: 'test.sock' } },
    });
    await expect(create()).rejects.toMatchObject(reject(409, 'already exists'));
    await client.plugin.set({ ...id, body: ['DEBUG=1'] });
    await expect(client.plugin.set({ ...id, body: ['FIXED=2'] })).rejects.toMatchObject(
      reject(500, '"FIXED" is not settable'),
    );
    await expect(client.plugin.set({ ...id, body: ['NONE=1'] })).rejects.toMatchObject(
      reject(500, 'setting "NONE" not found in the plugin configuration'),
    );
    await client.plugin.enable({ ...id, timeout: 5 });
    await expect(client.plugin.enable({ ...id, timeout: 5 })).rejects.toMatchObject(reject(409, 'already enabled'));
    await expect(client.plugin.set({ ...id, body: ['DEBUG=0'] })).rejects.toMatchObject(reject(409, 'is enabled'));
    await expect(client.plugin.delete(id)).rejects.toMatchObject(reject(409, 'plugin test/volumes:latest is enabled'));
    expect(await client.plugin.list({ filters: { enabled: ['true'], capability: ['volumedriver'] } })).toHaveLength(1);
    expect(await client.plugin.list({ filters: { capability: ['networkdriver'] } })).toHaveLength(0);
    await client.plugin.disable(id);
    await expect(client.plugin.disable(id)).rejects.toMatchObject(reject(409, 'already disabled'));
    await client.plugin.delete(id);
    await expect(client.plugin.inspect(id)).rejects.toMatchObject(reject(404, 'plugin "test/volumes" not found'));
    const actions = scene()
      .engine.events.of('plugin')
      .map(({ action }) => action);
    expect(actions).toEqual(['create', 'enable', 'disable', 'remove']);
  });

  it('is pushed, pulled with the privileges that it asks for, and upgraded', async () => {
    const { client } = scene();
    await create();
    await (await client.plugin.push({ name: 'test/volumes', ...user })).done();
    expect(await client.plugin.getPrivileges({ remote: 'test/volumes' })).toEqual(privileges);
    await expect(
      (async () => (await client.plugin.pull({ remote: 'test/volumes', name: 'copy', body: [] })).done())(),
    ).rejects.toMatchObject({
      message: expect.stringContaining('incorrect privileges') as string,
    });
    await (await client.plugin.pull({ remote: 'test/volumes', name: 'copy', body: privileges })).done();
    await create('test/next', { ...config, description: 'the next version' });
    await (await client.plugin.push({ name: 'test/next', ...user })).done();
    await (await client.plugin.upgrade({ name: 'copy', remote: 'test/next', body: privileges })).done();
    expect((await client.plugin.inspect({ name: 'copy' })).Config.Description).toBe('the next version');
    expect(await client.plugin.getPrivileges({ remote: 'test/none' })).toEqual([]);
  });

  it('is pushed to a registry, and pulled from it, with the credentials of the client', async () => {
    const { client, engine } = scene();
    await create();
    await expect((async () => (await client.plugin.push({ name: 'test/volumes' })).done())()).rejects.toMatchObject({
      message: expect.stringContaining('access to the resource is denied') as string,
    });
    await (await client.plugin.push({ name: 'test/volumes', ...user })).done();
    engine.registry.users.set('me', 'secret');
    const remote = 'test/volumes';
    const pull = async (given: object) =>
      (await client.plugin.pull({ remote, name: 'copy', body: privileges, ...given })).done();
    const wrong = { 'X-Registry-Auth': { username: 'me', password: 'wrong' } };
    const right = { 'X-Registry-Auth': { username: 'me', password: 'secret' } };
    expect(await client.plugin.getPrivileges({ remote, ...wrong })).toEqual([]);
    expect(await client.plugin.getPrivileges({ remote, ...right })).toEqual(privileges);
    await expect(pull(wrong)).rejects.toMatchObject(reject(500, 'error resolving plugin reference'));
    await pull(right);
    expect(await client.plugin.inspect({ name: 'copy' })).toMatchObject({
      Config: { ...(await client.plugin.inspect({ name: remote })).Config },
      PluginReference: 'docker.io/test/volumes:latest',
    });
  });

  it('that does not listen is not enabled', async () => {
    const { client, engine } = scene();
    engine.programs.add('volumes', () => 1);
    await create();
    await expect(client.plugin.enable({ name: 'test/volumes', timeout: 1 })).rejects.toMatchObject(
      reject(500, 'test.sock: connect: no such file or directory'),
    );
    expect((await client.plugin.inspect({ name: 'test/volumes' })).Enabled).toBe(false);
  });
});

describe('a volume plugin', () => {
  it('creates, mounts, unmounts and removes volumes', async () => {
    const { client, run } = { client: scene().client, run: scene().run.bind(scene()) };
    const calls = addProgram();
    await create();
    await expect(client.volume.create({ body: { Name: 'data', Driver: 'test/volumes' } })).rejects.toMatchObject(
      reject(404, 'error looking up volume plugin test/volumes: plugin "test/volumes" not found'),
    );
    await client.plugin.enable({ name: 'test/volumes', timeout: 5 });
    const volume = await client.volume.create({ body: { Name: 'data', Driver: 'test/volumes' } });
    expect(volume).toMatchObject({ Name: 'data', Driver: 'test/volumes' });
    await expect(client.volume.create({ body: { Name: 'forbidden', Driver: 'test/volumes' } })).rejects.toMatchObject(
      reject(500, 'no volume forbidden here'),
    );
    await expect(client.volume.inspect({ name: 'forbidden' })).rejects.toMatchObject({ status: 404 });
    await expect(client.plugin.disable({ name: 'test/volumes' })).rejects.toBeDefined();
    const id = await run({ HostConfig: { Binds: ['data:/data'] } });
    await client.container.delete({ id, force: true });
    await expect.poll(() => calls.at(-1)).toBe('VolumeDriver.Unmount data by a container');
    await client.volume.delete({ name: 'data' });
    expect(calls).toEqual([
      'Plugin.Activate',
      'VolumeDriver.Create data',
      'VolumeDriver.Create forbidden',
      'VolumeDriver.Mount data by a container',
      'VolumeDriver.Unmount data by a container',
      'VolumeDriver.Remove data',
    ]);
  });

  it('may run elsewhere, behind a socket', async () => {
    const { client, engine } = scene();
    const { server, calls } = volumePlugin();
    const socket = join(tmpdir(), `lading-plugin-${process.pid}.sock`);
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    try {
      await engine.engine.plugins.connect('elsewhere', socket);
      await client.volume.create({ body: { Name: 'data', Driver: 'elsewhere' } });
      expect(calls).toEqual(['Plugin.Activate', 'VolumeDriver.Create data']);
    } finally {
      server.closeAllConnections();
      server.close();
      rmSync(socket, { force: true });
    }
  });
});

describe('config.json of a plugin', () => {
  const rootfs = { type: 'layers', diff_ids: [expect.stringMatching(/^sha256:[\da-f]{64}$/) as string] };
  const described = { Name: '', Description: '', Settable: null };

  it('may be empty', () => {
    expect(readPluginConfig('{}', [])).toEqual({
      Description: '',
      Documentation: '',
      Interface: { Types: null, Socket: '' },
      Entrypoint: null,
      WorkDir: '',
      User: {},
      Network: { Type: '' },
      Linux: { Capabilities: null, AllowAllDevices: false, Devices: null },
      PropagatedMount: '',
      IpcHost: false,
      PidHost: false,
      Mounts: null,
      Env: null,
      Args: { ...described, Value: null },
      rootfs,
    });
    expect(privilegesOf(readPluginConfig('{}', []))).toEqual([]);
  });

  it('is read whole, whatever the case of its keys', () => {
    const parts = { Description: 'd', Settable: ['value'] };
    const config = {
      Description: 'a plugin',
      Documentation: 'none',
      Interface: { Types: ['t'], Socket: 's.sock' },
      Entrypoint: ['run'],
      WorkDir: '/w',
      Network: { Type: 'bridge' },
      Linux: { Capabilities: ['CAP'], AllowAllDevices: true, Devices: [{ Name: 'v', ...parts, Path: '/dev/v' }] },
      PropagatedMount: '/m',
      IpcHost: true,
      PidHost: true,
      Mounts: [{ Name: 'm', ...parts, Source: '/s', Destination: '/d', Type: 'bind', Options: ['ro'] }],
      Env: [{ Name: 'E', ...parts, Value: '1' }],
      Args: { Name: 'args', ...parts, Value: ['x'] },
    };
    const lower = JSON.stringify(config).replaceAll(/"(\w+)":/g, (key) => key.toLowerCase());
    const whole = { ...config, User: {}, rootfs };
    for (const text of [lower, JSON.stringify(config)]) expect(readPluginConfig(text, [])).toEqual(whole);
    const asked = (config: object) =>
      privilegesOf(readPluginConfig(JSON.stringify(config), [])).map(({ Name, Value }) => [Name, ...Value]);
    expect(asked(config)).toEqual([
      ['host ipc namespace', 'true'],
      ['host pid namespace', 'true'],
      ['mount', '/s'],
      ['device', '/dev/v'],
      ['allow-all-devices', 'true'],
      ['capabilities', 'CAP'],
    ]);
    expect(asked({ network: { type: 'host' }, mounts: [{}], linux: { devices: [{}], capabilities: [] } })).toEqual([
      ['network', 'host'],
    ]);
    for (const type of ['', 'null', 'bridge']) expect(asked({ network: { type } })).toEqual([]);
  });
});
