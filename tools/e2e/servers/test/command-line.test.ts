/** Two releases of the product's command line with the reference engine, where the lists of `../../acceptance` do not suffice. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listen } from '@lading/bridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScene, releases, runDocker, type ServerScene } from '../command-line.js';

describe.each(releases)('$title', (release) => {
  const test = it.skipIf(!release.isAvailable);
  let scene: ServerScene;

  beforeAll(async () => {
    scene = await openScene();
    if (release.isAvailable) await runDocker(release, scene, ['pull', 'alpine']);
  });

  afterAll(() => scene.close());

  test('build with the logins of twelve registries of a cloud, through a bridge', async () => {
    const folder = join(scene.folder, 'logins');
    const auth = Buffer.from(`AWS:${'x'.repeat(2500)}`).toString('base64');
    const hosts = Array.from({ length: 12 }, (_, index) => `${100 + index}.dkr.ecr.eu-west-1.example.com`);
    mkdirSync(join(folder, 'config'), { recursive: true });
    mkdirSync(join(folder, 'context'));
    const auths = Object.fromEntries(hosts.map((name) => [name, { auth }]));
    writeFileSync(join(folder, 'config/config.json'), JSON.stringify({ auths }));
    writeFileSync(join(folder, 'context/Dockerfile'), 'FROM alpine\nLABEL a=b\n');
    const build = async (limits: { readonly headers?: number }): Promise<number | null> => {
      await using bridge = await listen({
        address: `unix://${join(folder, 'bridge.sock')}`,
        engine: scene.host,
        as: '1.44',
        limits,
      });
      const words = ['build', '-t', 'logins', 'context'];
      return (await runDocker(release, { folder, host: bridge.address }, words)).code;
    };
    expect(await build({})).toBe(0);
    const inspect = ['image', 'inspect', '-f', '{{.Config.Labels.a}}', 'logins'];
    expect(await runDocker(release, scene, inspect)).toMatchObject({ code: 0, stdout: 'b\n' });
    // All of them are in one header.
    expect(await build({ headers: 32 * 1024 })).not.toBe(0);
  });
});
