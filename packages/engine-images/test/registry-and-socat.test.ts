/** The registry and socat, as the engine and clients of HTTP see them. */
import { expect, test } from 'vitest';
import { openScene } from './scene.js';

test('an engine pushes to the registry and pulls from it, also after a restart with its volume', async () => {
  const { client, engine, run } = await openScene();
  const body = {
    HostConfig: { Binds: ['registry-data:/var/lib/registry'], PortBindings: { '5000/tcp': [{ HostPort: '0' }] } },
  };
  const container = await run('registry:2', body);
  await container.waitForLog('listening on [::]:5000');
  expect((await container.inspect()).Config).toMatchObject({
    Entrypoint: ['/entrypoint.sh'],
    Cmd: ['/etc/docker/registry/config.yml'],
    ExposedPorts: { '5000/tcp': {} },
    Volumes: { '/var/lib/registry': {} },
  });
  const address = `http://127.0.0.1:${container.port}`;
  const get = async (path: string, options?: RequestInit) => fetch(`${address}${path}`, options);
  expect((await get('/v2/')).status).toBe(200);
  expect((await get('/v2/')).headers.get('docker-distribution-api-version')).toBe('registry/2.0');
  expect((await get('/v2/none/tags/list')).status).toBe(404);
  await engine.engine.pull('alpine');
  const name = `127.0.0.1:${container.port}/team/app`;
  await client.image.tag({ name: 'alpine', repo: name, tag: '1' });
  await (await client.image.push({ name, tag: '1', 'X-Registry-Auth': {} })).done();
  expect(await (await get('/v2/_catalog')).json()).toEqual({ repositories: ['team/app'] });
  expect(await (await get('/v2/team/app/tags/list')).json()).toEqual({ name: 'team/app', tags: ['1'] });
  const manifest = await get('/v2/team/app/manifests/1');
  const digest = manifest.headers.get('docker-content-digest') ?? '';
  const { layers } = (await manifest.json()) as {
    readonly layers: { readonly digest: string; readonly size: number }[];
  };
  const blob = await get(`/v2/team/app/blobs/${layers[0]?.digest}`);
  expect(Number(blob.headers.get('content-length'))).toBe(layers[0]?.size);
  expect((await get(`/v2/team/app/manifests/${digest}`, { method: 'HEAD' })).status).toBe(200);
  // A client of its own: a blob in one request, and a blob that is mounted.
  const start = await get('/v2/other/blobs/uploads/', { method: 'POST' });
  const content = 'content';
  const contentDigest = 'sha256:ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73';
  const upload = await fetch(new URL(`${start.headers.get('location')}?digest=${contentDigest}`, address), {
    method: 'PUT',
    body: content,
  });
  expect(upload.status).toBe(201);
  const mounted = await get(`/v2/third/blobs/uploads/?mount=${contentDigest}&from=other`, { method: 'POST' });
  expect(mounted.status).toBe(201);

  await container.stop();
  await container.remove();
  const next = await run('registry:2', body);
  await next.waitForLog('listening on');
  const again = async (path: string) => (await fetch(`http://127.0.0.1:${next.port}${path}`)).text();
  expect(await again(`/v2/third/blobs/${contentDigest}`)).toBe(content);
  expect(await again('/v2/team/app/tags/list')).toBe('{"name":"team/app","tags":["1"]}');
  await engine.engine.pull(`127.0.0.1:${next.port}/team/app:1`);
  expect(engine.engine.images.search(`127.0.0.1:${next.port}/team/app:1`)?.id).toBe(
    engine.engine.images.search('alpine')?.id,
  );
});

test('socat connects a port with another container, and a command with a port', async () => {
  const { client, run } = await openScene();
  const { Id: network } = await client.network.create({ body: { Name: 'back' } });
  const host = { NetworkMode: network };
  await run('traefik/whoami', {
    HostConfig: host,
    NetworkingConfig: { EndpointsConfig: { back: { Aliases: ['target'] } } },
  });
  const socat = await run('alpine/socat', {
    Cmd: ['tcp-listen:8080,fork,reuseaddr', 'tcp-connect:target:80'],
    ExposedPorts: { '8080/tcp': {} },
    HostConfig: host,
  });
  await socat.waitForLog('listening on 8080');
  for (let count = 0; count < 3; count += 1)
    expect(await (await fetch(`http://127.0.0.1:${socat.port}/api`)).json()).toMatchObject({ method: 'GET' });
  expect(
    (await socat.exec('sh', '-c', 'printf "GET /health HTTP/1.0\\r\\n\\r\\n" | socat - tcp:target:80')).output,
  ).toContain('200 OK');
  expect((await socat.exec('socat', '-', 'tcp:nowhere:1')).code).toBe(1);
});
