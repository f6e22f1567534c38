/** Plugins: creation from an archive, settings, enabling, registries, removal. */
import type { Engine } from '@lading/client-v1.44';
import { afterAll, expect, test } from 'vitest';
import { plugin } from '../../../conformance/drivers/fixtures.js';
import { onEachClient } from '../on-each-client.js';

const name = 'localhost:5000/e2e-clients/plugin:1';
const again = 'e2e-clients/plugin:again';

async function remove(engine: Engine): Promise<void> {
  for (const each of [name, again]) await engine.plugin.delete({ name: each, force: true }).catch(() => undefined);
}

onEachClient('plugins', (scene) => {
  afterAll(() => remove(scene.engine));

  test('create, inspect, list', async () => {
    const { engine, subject } = scene;
    await remove(engine);
    await engine.plugin.create({ name, body: await plugin(subject.tree) });
    expect(await engine.plugin.inspect({ name })).toMatchObject({ Name: name, Enabled: false });
    const listed = await engine.plugin.list({ filters: { enabled: ['false'], capability: ['volumedriver'] } });
    expect(listed.map((each) => each.Name)).toContain(name);
    await expect(engine.plugin.inspect({ name: 'e2e-clients-none' })).rejects.toMatchObject({ name: 'NotFound' });
  });

  test('set, enable, disable', async () => {
    const { engine } = scene;
    await engine.plugin.set({ name, body: ['DEBUG=1', 'args=two'] });
    await engine.plugin.enable({ name, timeout: 10 });
    expect(await engine.plugin.inspect({ name })).toMatchObject({
      Enabled: true,
      Settings: { Env: ['DEBUG=1'], Args: ['two'] },
    });
    await expect(engine.plugin.delete({ name })).rejects.toMatchObject({ name: 'Conflict' });
    await engine.plugin.disable({ name });
    expect((await engine.plugin.inspect({ name })).Enabled).toBe(false);
  });

  test('push, privileges, upgrade, pull', async () => {
    const { engine } = scene;
    await (await engine.plugin.push({ name })).done();
    const body = await engine.plugin.getPrivileges({ remote: name });
    expect(body?.map((each) => each.Name)).toContain('capabilities');
    await (await engine.plugin.upgrade({ name, remote: name, body })).done();
    await engine.plugin.delete({ name });
    // A plugin whose privileges are not granted is not installed, and the pull fails.
    await expect(
      engine.plugin.pull({ remote: name, body: [] }).then((progress) => progress.done()),
    ).rejects.toMatchObject({ name: expect.stringMatching(/ServerError|StreamError|Forbidden/) as string });
    await (await engine.plugin.pull({ remote: name, name: again, body })).done();
    expect(await engine.plugin.inspect({ name: again })).toMatchObject({ Name: again, PluginReference: name });
    await engine.plugin.delete({ name: again });
    await expect(engine.plugin.inspect({ name: again })).rejects.toMatchObject({ name: 'NotFound' });
  });
});
