/** Pulls and pushes: the registry in memory, and credentials. */
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { archiveWith } from '../src/filesystem/tar.js';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();

const user = { username: 'me', password: 'secret' };

async function push(name: string, tag: string, auth: object = user) {
  return (await scene().client.image.push({ name, tag, 'X-Registry-Auth': auth })).toArray();
}

async function pull(fromImage: string, more: object = {}) {
  return (await scene().client.image.create({ fromImage, ...more })).toArray();
}

async function build(tag: string): Promise<void> {
  const body = await buffer(archiveWith({ Dockerfile: `FROM busybox\nRUN echo ${tag} > /tag` }));
  await (await scene().client.image.build({ t: [tag], body })).done();
}

describe('a push', () => {
  it('can be pulled, also by another name', async () => {
    await build('registry.test/me/app:1');
    const { Id } = await scene().client.image.inspect({ name: 'registry.test/me/app:1' });
    const items = await push('registry.test/me/app', '1');
    expect(items[0]).toEqual({ status: 'The push refers to repository [registry.test/me/app]' });
    const { Digest = '', Size } = items.at(-1)?.aux ?? {};
    expect(items.at(-2)).toEqual({ status: `1: digest: ${Digest} size: ${Size}` });
    expect(scene().engine.registry.tagsOf('me/app')).toEqual(['1']);
    await scene().client.image.delete({ name: 'registry.test/me/app:1' });
    expect((await pull('registry.test/me/app:1')).at(-1)).toEqual({
      status: 'Status: Downloaded newer image for registry.test/me/app:1',
    });
    expect(await scene().client.image.inspect({ name: 'registry.test/me/app:1' })).toMatchObject({
      Id,
      RepoDigests: [`registry.test/me/app@${Digest}`],
    });
    expect((await pull(`registry.test/me/app@${Digest}`)).at(-1)?.status).toContain('Image is up to date');
    expect(await scene().output({ Image: 'registry.test/me/app:1', Cmd: ['cat', '/tag'] })).toBe(
      'registry.test/me/app:1\n',
    );
  });

  it('sends no layer that the registry has', async () => {
    await build('registry.test/one');
    await push('registry.test/one', 'latest');
    const statuses = (items: { status?: string }[]) => items.map(({ status }) => status);
    expect(statuses(await push('registry.test/one', 'latest'))).toContain('Layer already exists');
    await scene().client.image.tag({ name: 'registry.test/one', repo: 'registry.test/two' });
    expect(statuses(await push('registry.test/two', 'latest'))).toContain('Mounted from one');
  });

  it('sends all tags without a tag', async () => {
    for (const tag of ['1', '2']) await scene().client.image.tag({ name: 'busybox', repo: 'registry.test/all', tag });
    await (await scene().client.image.push({ name: 'registry.test/all', 'X-Registry-Auth': user })).done();
    expect(scene().engine.registry.tagsOf('all')).toEqual(['1', '2']);
  });

  it('is rejected without credentials, and with wrong ones', async () => {
    scene().engine.registry.users.set('me', 'secret');
    await scene().client.image.tag({ name: 'busybox', repo: 'registry.test/app' });
    const rejected = (message: string) => ({ message: expect.stringContaining(message) as string });
    await expect(push('registry.test/app', 'latest', {})).rejects.toMatchObject(rejected('authentication required'));
    const wrong = { ...user, password: 'wrong' };
    await expect(push('registry.test/app', 'latest', wrong)).rejects.toMatchObject(
      rejected('incorrect username or password'),
    );
    expect(scene().engine.registry.repositories).not.toContain('app');
    await push('registry.test/app', 'latest');
    expect(scene().engine.registry.repositories).toContain('app');
  });

  it('finds an image whose tag is in the name and in the query', async () => {
    await scene().client.image.tag({ name: 'busybox', repo: 'one', tag: '3.20' });
    await push('one:3.20', '3.20');
    expect(scene().engine.registry.tagsOf('library/one')).toEqual(['3.20']);
  });

  it('is rejected if there is no such image, or no header', async () => {
    // The response has begun by then.
    await expect(push('missing', '1')).rejects.toThrow('An image does not exist locally with the tag: missing');
    await expect(push('busybox', 'none')).rejects.toThrow('tag does not exist: busybox:none');
    await expect(scene().client.image.push({ name: 'busybox', tag: 'latest' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('a pull', () => {
  it('fails for what is not there, as the registry says', async () => {
    scene().engine.registry.createsImages = false;
    await expect(pull('missing')).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining(
        "pull access denied for missing, repository does not exist or may require 'docker login'",
      ) as string,
    });
    await push('busybox', 'latest');
    await expect(pull('busybox', { tag: 'nope' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('manifest for busybox:nope not found: manifest unknown') as string,
    });
  });

  it('of BuildKit, which this engine cannot run, tells how to build', async () => {
    const message = expect.stringContaining('set DOCKER_BUILDKIT=0') as string;
    await expect(pull('moby/buildkit', { tag: 'buildx-stable-1' })).rejects.toMatchObject({ status: 500, message });
  });

  it('selects the platform', async () => {
    await pull('alpine', { platform: 'linux/arm64' });
    expect(await scene().client.image.inspect({ name: 'alpine' })).toMatchObject({
      Architecture: 'arm64',
      Variant: 'v8',
    });
    await expect(pull('alpine', { platform: 'linux/mips' })).rejects.toMatchObject({
      message: expect.stringContaining('no matching manifest for linux/mips in the manifest list entries') as string,
    });
    await expect(pull('alpine', { platform: 'a/b/c/d' })).rejects.toMatchObject({ status: 400 });
  });

  it('needs credentials where there are users', async () => {
    scene().engine.registry.users.set('me', 'secret');
    await expect(pull('alpine')).rejects.toMatchObject({
      message: expect.stringContaining('authentication required') as string,
    });
    await pull('alpine', { 'X-Registry-Auth': user });
  });

  it('rejects names in another form', async () => {
    await expect(pull('UPPER')).rejects.toMatchObject({
      message: expect.stringContaining(
        'invalid reference format: repository name (library/UPPER) must be lowercase',
      ) as string,
    });
    await expect(pull('scratch')).rejects.toMatchObject({ status: 403 });
  });

  it('of a registry that cannot be reached fails', async () => {
    // Nothing listens on it any more.
    const host = await scene().engine.registry.listen();
    await scene().engine.registry.close();
    await expect(pull(`${host}/x`)).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining('connection refused') as string,
    });
  });
});

describe('a login', () => {
  it('to the public registry needs a user, and one to an open registry does not', async () => {
    await expect(scene().client.system.auth({ body: user })).rejects.toMatchObject({ status: 401 });
    const { Status } = await scene().client.system.auth({ body: { ...user, serveraddress: 'registry.test' } });
    expect(Status).toBe('Login Succeeded');
  });

  it('issues an identity token that stands for the credentials', async () => {
    scene().engine.registry.users.set('me', 'secret');
    const { IdentityToken, Status } = await scene().client.system.auth({ body: user });
    expect(Status).toBe('Login Succeeded');
    await pull('alpine', { 'X-Registry-Auth': { identitytoken: IdentityToken } });
    await expect(scene().client.system.auth({ body: { ...user, password: 'x' } })).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('unauthorized: incorrect username or password') as string,
    });
  });
});

it('asks a registry about an image that is not here', async () => {
  const { Descriptor, Platforms } = await scene().client.distribution.inspect({ name: 'alpine' });
  expect(Descriptor).toMatchObject({ mediaType: 'application/vnd.docker.distribution.manifest.list.v2+json' });
  expect(Platforms).toContainEqual({ os: 'linux', architecture: 'arm64', variant: 'v8' });
  await expect(scene().client.image.inspect({ name: 'alpine' })).rejects.toMatchObject({ status: 404 });
});

it('searches', async () => {
  await scene().client.image.tag({ name: 'busybox', repo: 'me/alpine-tools' });
  await push('me/alpine-tools', 'latest');
  const names = (await scene().client.image.search({ term: 'alpine' })).map(({ name }) => name);
  expect(names).toEqual(['me/alpine-tools', 'alpine']);
  const official = await scene().client.image.search({ term: 'alpine', filters: { 'is-official': ['true'] } });
  expect(official.map(({ name }) => name)).toEqual(['alpine']);
  expect(await scene().client.image.search({ term: 'alpine', filters: { 'is-automated': ['true'] } })).toEqual([]);
  await expect(scene().client.image.search({ term: 'alpine', limit: 101 })).rejects.toMatchObject({ status: 400 });
});

it('is reached by other clients when it listens', async () => {
  const host = await scene().engine.registry.listen();
  await build(`${host}/served`);
  await push(`${host}/served`, 'latest');
  const response = await fetch(`http://${host}/v2/served/tags/list`);
  expect(await response.json()).toEqual({ name: 'served', tags: ['latest'] });
});
