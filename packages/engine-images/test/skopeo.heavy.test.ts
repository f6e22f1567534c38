/** The registry, as skopeo sees it, a client of registries that Debian has: `apt-get install skopeo`. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openScene } from './scene.js';

const hasSkopeo = spawnSync('skopeo', ['--version']).status === 0;
if (!hasSkopeo) console.warn('SKIPPED: skopeo is not installed');

test.skipIf(!hasSkopeo)('skopeo pushes and pulls over the published port, with equal digests', async () => {
  const { client, engine, run } = await openScene();
  const folder = temporaryFolder();
  const skopeo = async (...words: readonly string[]): Promise<string> =>
    (await promisify(execFile)('skopeo', ['--insecure-policy', ...words], { cwd: folder })).stdout.trim();
  const registry = await run('registry:2');
  await registry.waitForLog('listening on');
  const name = `127.0.0.1:${registry.port}/team/app`;
  const remote = `docker://${name}:1`;

  await engine.engine.pull('alpine');
  const archive: Uint8Array[] = [];
  for await (const chunk of await client.image.get({ name: 'alpine' })) archive.push(chunk as Uint8Array);
  writeFileSync(join(folder, 'alpine.tar'), Buffer.concat(archive));
  await skopeo('copy', '--dest-tls-verify=false', 'docker-archive:alpine.tar', remote);
  const pushed = JSON.parse(await skopeo('inspect', '--tls-verify=false', remote)) as { readonly Digest: string };
  expect(JSON.parse(await skopeo('list-tags', '--tls-verify=false', `docker://${name}`))).toMatchObject({
    Tags: ['1'],
  });

  await skopeo('copy', '--src-tls-verify=false', '--preserve-digests', remote, 'dir:pulled');
  expect(await skopeo('manifest-digest', join(folder, 'pulled/manifest.json'))).toBe(pushed.Digest);
  const { config } = JSON.parse(readFileSync(join(folder, 'pulled/manifest.json'), 'utf8')) as {
    readonly config: { readonly digest: string };
  };
  await (await client.image.create({ fromImage: name, tag: '1' })).done();
  const pulled = await client.image.inspect({ name: `${name}:1` });
  expect(pulled.RepoDigests).toContain(`${name}@${pushed.Digest}`);
  expect([pulled.Id, (await client.image.inspect({ name: 'alpine' })).Id]).toEqual([config.digest, config.digest]);

  await skopeo('copy', '--src-tls-verify=false', '--dest-tls-verify=false', remote, `docker://${name}-copy:2`);
  const copy = JSON.parse(await skopeo('inspect', '--tls-verify=false', `docker://${name}-copy:2`)) as typeof pushed;
  expect(copy.Digest).toBe(pushed.Digest);
});
