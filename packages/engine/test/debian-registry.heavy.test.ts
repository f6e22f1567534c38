/** Pulls and pushes with a registry that others wrote: Debian's `docker-registry`. */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveWith } from '../src/filesystem/tar.js';
import { useEngineScene } from './engine-scene.js';

const isInstalled = spawnSync('docker-registry', ['--version']).status === 0;
if (!isInstalled) {
  if (process.env['LADING_REGISTRY_REQUIRED'] === '1') throw new Error('docker-registry is required and not installed');
  console.warn('SKIPPED: tests with docker-registry, which is not installed (apt-get install docker-registry)');
}

describe.runIf(isInstalled)('docker-registry', () => {
  const scene = useEngineScene();
  let folder: string;
  let host: string;
  let registry: ReturnType<typeof spawn>;

  beforeAll(async () => {
    folder = temporaryFolder();
    const port = await freePort();
    host = `127.0.0.1:${port}`;
    const config = [
      'version: 0.1',
      'log: { level: error, accesslog: { disabled: true } }',
      `storage: { filesystem: { rootdirectory: ${folder}/data }, delete: { enabled: true } }`,
      `http: { addr: ${host} }`,
    ];
    writeFileSync(join(folder, 'config.yml'), config.join('\n'));
    registry = spawn('docker-registry', ['serve', join(folder, 'config.yml')], { stdio: 'ignore' });
    for (let status = 0; status !== 200; await new Promise((resolve) => setTimeout(resolve, 50)))
      status = await fetch(`http://${host}/v2/`).then(
        (response) => response.status,
        () => 0,
      );
  }, 30_000);

  afterAll(() => {
    registry.kill('SIGKILL');
  });

  const push = async (name: string) =>
    (await scene().client.image.push({ name, tag: '1', 'X-Registry-Auth': { username: 'me' } })).toArray();
  const pull = async (name: string) => (await scene().client.image.create({ fromImage: `${name}:1` })).toArray();

  it('takes what is pushed, and gives it back', async () => {
    const name = `${host}/team/app`;
    // More than one piece of an upload.
    const file = Buffer.alloc(9_000_000);
    for (let at = 0; at < file.length; at += 4) file.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
    const body = await buffer(archiveWith({ Dockerfile: 'FROM busybox\nCOPY file /file\nRUN echo 1 > /one', file }));
    await (await scene().client.image.build({ t: [`${name}:1`], body })).done();
    const { Id } = await scene().client.image.inspect({ name: `${name}:1` });
    const { Digest } = (await push(name)).at(-1)?.aux ?? {};
    const { Descriptor } = await scene().client.distribution.inspect({ name: `${name}:1` });
    expect(Descriptor.digest).toBe(Digest);
    await scene().client.image.delete({ name: `${name}:1` });
    await pull(name);
    expect(await scene().client.image.inspect({ name: `${name}:1` })).toMatchObject({
      Id,
      RepoDigests: [`${name}@${Digest}`],
    });
    await scene().client.image.tag({ name: `${name}:1`, repo: `${host}/other`, tag: '1' });
    expect((await push(`${host}/other`)).map(({ status }) => status)).toContain('Mounted from team/app');
    expect((await push(`${host}/other`)).map(({ status }) => status)).toContain('Layer already exists');
  });

  it('has no image that was never pushed', async () => {
    await expect(pull(`${host}/missing`)).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining(
        `manifest for ${host}/missing:1 not found: manifest unknown: manifest unknown`,
      ) as string,
    });
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
