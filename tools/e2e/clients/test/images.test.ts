/** Images: building, tagging, saving and loading, registries, removal. */
import { expect, test } from 'vitest';
import { login } from '../../../conformance/drivers/scene.js';
import { tarArchive } from '../../../conformance/drivers/tar.js';
import { image, onEachClient, prefix } from '../on-each-client.js';

async function whole(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

onEachClient('images', (scene) => {
  test('list, inspect, history, tag, delete', async () => {
    const { engine } = scene;
    const listed = await engine.image.list({ filters: { reference: [image] } });
    expect(listed).toHaveLength(1);
    const { Id } = await engine.image.inspect({ name: image });
    expect(listed[0]?.Id).toBe(Id);
    expect(await engine.image.history({ name: image })).toHaveLength(1);
    await engine.image.tag({ name: image, repo: 'e2e-clients/named', tag: '2' });
    expect((await engine.image.inspect({ name: 'e2e-clients/named:2' })).Id).toBe(Id);
    expect(await engine.image.delete({ name: 'e2e-clients/named:2' })).toEqual([{ Untagged: 'e2e-clients/named:2' }]);
    await expect(engine.image.inspect({ name: 'e2e-clients/named:2' })).rejects.toMatchObject({ name: 'NotFound' });
  });

  test('build reports progress', async () => {
    const { engine } = scene;
    const body = await tarArchive([
      { name: 'Dockerfile', data: `FROM ${image}\nARG A\nLABEL a=$A\nCOPY file /file\n` },
      { name: 'file', data: 'file\n' },
    ]);
    const seen: string[] = [];
    const progress = await engine.image.build({
      body,
      t: ['e2e-clients/built:1', 'e2e-clients/built:2'],
      buildargs: { A: '7' },
      labels: { l: 'm' },
      rm: true,
    });
    for await (const { stream } of progress) seen.push(stream ?? '');
    expect(seen.join('')).toContain('Successfully built');
    expect((await engine.image.inspect({ name: 'e2e-clients/built:2' })).Config?.Labels).toMatchObject({
      a: '7',
      l: 'm',
    });
  });

  test('a failed build rejects, however its stream is read', async () => {
    const { engine } = scene;
    const body = await tarArchive([{ name: 'Dockerfile', data: `FROM ${image}\nCOPY missing /file\n` }]);
    const failed = {
      name: 'StreamError',
      operation: 'ImageBuild',
      message: expect.stringContaining('missing') as string,
    };
    await expect(engine.image.build({ body }).then((progress) => progress.done())).rejects.toMatchObject(failed);
    await expect(engine.image.build({ body }).then((progress) => progress.toArray())).rejects.toMatchObject(failed);
    const iterate = async (): Promise<void> => {
      for await (const step of await engine.image.build({ body })) expect(step).toBeTypeOf('object');
    };
    await expect(iterate()).rejects.toMatchObject(failed);
  });

  test('commit', async () => {
    const { engine } = scene;
    const { Id } = await engine.container.create({ name: `${prefix}commit`, body: { Image: image, Cmd: ['true'] } });
    const committed = await engine.image.commit({
      container: Id,
      repo: 'e2e-clients/committed',
      tag: '1',
      comment: 'c',
      changes: ['ENV X=1', 'LABEL y=2'],
      body: {},
    });
    const found = await engine.image.inspect({ name: 'e2e-clients/committed:1' });
    expect(found).toMatchObject({ Id: committed.Id, Comment: 'c' });
    expect(found.Config?.Env).toContain('X=1');
    expect(found.Config?.Labels).toEqual({ y: '2' });
  });

  test('save and load', async () => {
    const { engine } = scene;
    const one = await whole(await engine.image.get({ name: image }));
    const both = await whole(await engine.image.getAll({ names: [image, 'e2e-clients/committed:1'] }));
    expect(both.length).toBeGreaterThanOrEqual(one.length);
    await engine.image.delete({ name: 'e2e-clients/committed:1' });
    const messages = await (await engine.image.load({ body: both })).toArray();
    expect(JSON.stringify(messages)).toContain('Loaded image: e2e-clients/committed:1');
    await engine.image.inspect({ name: 'e2e-clients/committed:1' });
    await expect(engine.image.get({ name: 'e2e-clients/none:1' })).rejects.toMatchObject({
      name: expect.stringMatching(/NotFound|ServerError/) as string,
    });
    // As a stream, without buffering.
    await (await engine.image.load({ quiet: true, body: await engine.image.get({ name: image }) })).done();
  });

  test('import', async () => {
    const { engine } = scene;
    const body = await tarArchive([{ name: 'file', data: 'file\n' }]);
    await (
      await engine.image.create({ fromSrc: '-', repo: 'e2e-clients/imported', tag: '1', changes: ['ENV A=b'], body })
    ).done();
    expect((await engine.image.inspect({ name: 'e2e-clients/imported:1' })).Config?.Env).toEqual(['A=b']);
  });

  test('search', async () => {
    const found = await scene.engine.image.search({ term: 'localhost:5002/busy', limit: 5 });
    expect(found).toBeInstanceOf(Array);
  });

  test('prune', async () => {
    const pruned = await scene.engine.image.prune({ filters: { dangling: ['true'], label: ['e2e-clients=none'] } });
    expect(pruned.SpaceReclaimed).toBe(0);
    const cache = await scene.engine.build.prune({ filters: { until: ['240h'] } });
    expect(cache.SpaceReclaimed).toBeTypeOf('number');
  });
});

onEachClient('registries', (scene) => {
  const guarded = 'localhost:5001/e2e-clients/guarded';
  const open = 'localhost:5000/e2e-clients/open';
  const { username, password, serveraddress } = login;

  test('login', async () => {
    const { engine } = scene;
    const response = await engine.system.auth({ body: { username, password, serveraddress } });
    expect(response.Status).toBe('Login Succeeded');
    await expect(engine.system.auth({ body: { username, password: 'wrong', serveraddress } })).rejects.toMatchObject({
      name: expect.stringMatching(/Unauthorized|ServerError/) as string,
    });
  });

  test('push and pull without credentials', async () => {
    const { engine } = scene;
    await engine.image.tag({ name: image, repo: open, tag: '1' });
    await (await engine.image.push({ name: open, tag: '1', 'X-Registry-Auth': {} })).done();
    await engine.image.delete({ name: `${open}:1` });
    await (await engine.image.create({ fromImage: open, tag: '1' })).done();
    await engine.image.inspect({ name: `${open}:1` });
    // A failed pull with status 200 and an error message in the stream must reject.
    await expect(
      engine.image.create({ fromImage: open, tag: 'none' }).then((progress) => progress.done()),
    ).rejects.toMatchObject({ name: 'NotFound' });
  });

  test('push and pull with credentials', async () => {
    const { engine } = scene;
    const auth = { 'X-Registry-Auth': { username, password, serveraddress } };
    await engine.image.tag({ name: image, repo: guarded, tag: '1' });
    await expect(
      engine.image.push({ name: guarded, tag: '1', 'X-Registry-Auth': {} }).then((progress) => progress.done()),
    ).rejects.toMatchObject({ name: 'StreamError' });
    const messages = await (await engine.image.push({ name: guarded, tag: '1', ...auth })).toArray();
    expect(JSON.stringify(messages)).toContain('sha256:');
    const { Descriptor } = await engine.distribution.inspect({ name: `${guarded}:1`, ...auth });
    expect(Descriptor.digest).toMatch(/^sha256:/);
    await engine.image.delete({ name: `${guarded}:1` });
    await expect(
      engine.image.create({ fromImage: guarded, tag: '1' }).then((progress) => progress.done()),
    ).rejects.toMatchObject({ name: expect.stringMatching(/NotFound|ServerError|StreamError/) as string });
    await (await engine.image.create({ fromImage: guarded, tag: '1', ...auth })).done();
    await engine.image.inspect({ name: `${guarded}:1` });
  });
});
