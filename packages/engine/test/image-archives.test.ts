/** Archives of images: those of this engine, of other tools, and what is in them. */
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../src/values/digest.js';
import { archiveWith, entriesOf } from '../src/filesystem/tar.js';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();

const layer = await buffer(archiveWith({ 'etc/motd': 'hello\n', 'etc/old': 'x' }));
const upper = await buffer(archiveWith({ 'etc/.wh.old': '', 'data/.wh..wh..opq': '', 'data/new': '1' }));

function configOf(layers: readonly Buffer[], more: object = {}): string {
  return JSON.stringify({
    architecture: 'amd64',
    os: 'linux',
    created: '2020-01-02T03:04:05Z',
    config: { Cmd: ['sh'] },
    rootfs: { type: 'layers', diff_ids: layers.map(digestOf) },
    ...more,
  });
}

async function load(files: Readonly<Record<string, string | Uint8Array>>, pack = (bytes: Buffer) => bytes) {
  const body = pack(await buffer(archiveWith(files)));
  return (await (await scene().client.image.load({ body })).toArray()).map(({ stream }) => stream).join('');
}

async function build(dockerfile: string, tag: string): Promise<void> {
  const body = await buffer(archiveWith({ Dockerfile: dockerfile, file: 'content' }));
  await (await scene().client.image.build({ t: [tag], body })).done();
}

describe('a saved archive', () => {
  it('is an OCI layout whose blobs have the digests of their names', async () => {
    await build('FROM busybox\nCOPY file /a\nRUN echo b > /b', 'saved:1');
    const entries = await entriesOf(await scene().client.image.getAll({ names: ['saved:1'] }));
    const blobs = [...entries].filter(([path]) => path.startsWith('/blobs/sha256/'));
    for (const [path, entry] of blobs)
      expect(entry.kind === 'file' && digestOf(entry.data)).toBe(`sha256:${path.slice('/blobs/sha256/'.length)}`);
    const text = (path: string): string => {
      const entry = entries.get(path);
      return entry?.kind === 'file' ? entry.data.toString() : '';
    };
    const { Id, RootFS } = await scene().client.image.inspect({ name: 'saved:1' });
    const [manifest] = JSON.parse(text('/manifest.json')) as { Config: string; RepoTags: string[]; Layers: string[] }[];
    expect(manifest).toMatchObject({
      Config: `blobs/sha256/${Id.slice(7)}`,
      RepoTags: ['saved:1'],
      Layers: RootFS?.Layers?.map((id) => `blobs/sha256/${id.slice(7)}`),
    });
    const [descriptor] = (JSON.parse(text('/index.json')) as { manifests: { annotations: object }[] }).manifests;
    expect(descriptor?.annotations).toMatchObject({ 'io.containerd.image.name': 'docker.io/library/saved:1' });
    expect(JSON.parse(text('/oci-layout'))).toEqual({ imageLayoutVersion: '1.0.0' });
    expect(JSON.parse(text('/repositories'))).toMatchObject({ saved: { 1: RootFS?.Layers?.at(-1)?.slice(7) } });
  });

  it('has all tags of a repository that is named without one', async () => {
    await scene().client.image.tag({ name: 'busybox', repo: 'many', tag: 'a' });
    await scene().client.image.tag({ name: 'busybox', repo: 'many', tag: 'latest' });
    await scene().client.image.tag({ name: 'busybox', repo: 'many', tag: 'b' });
    const tagsOf = async (name: string) => {
      const entry = (await entriesOf(await scene().client.image.get({ name }))).get('/manifest.json');
      return (JSON.parse(entry?.kind === 'file' ? entry.data.toString() : '[]') as { RepoTags: string[] }[])[0]
        ?.RepoTags;
    };
    expect(await tagsOf('many:b')).toEqual(['many:b']);
    expect(await tagsOf('many')).toEqual(['many:a', 'many:latest', 'many:b']);
    const { Id } = await scene().client.image.inspect({ name: 'many' });
    expect(await tagsOf(Id)).toBeNull();
  });
});

describe('an archive of another tool', () => {
  const manifest = [{ Config: 'c.json', RepoTags: ['other:1'], Layers: ['l/layer.tar', 'u/layer.tar'] }];

  it('is loaded, with deleted files and replaced folders', async () => {
    const config = configOf([layer, upper]);
    const output = await load({
      'c.json': config,
      'l/layer.tar': layer,
      'u/layer.tar': upper,
      'manifest.json': JSON.stringify(manifest),
    });
    expect(output).toBe('Loaded image: other:1\n');
    expect(await scene().client.image.inspect({ name: 'other:1' })).toMatchObject({
      Id: digestOf(config),
      Size: 'hello\nx1'.length,
      RootFS: { Layers: [digestOf(layer), digestOf(upper)] },
    });
    expect(await scene().output({ Image: 'other:1', Cmd: ['ls', '/etc', '/data'] })).toBe(
      '/data:\nnew\n\n/etc:\nhostname\nhosts\nmotd\nmtab\nresolv.conf\n',
    );
  });

  it('may be compressed, and so may its layers', async () => {
    const files = {
      'c.json': configOf([layer, upper]),
      'l/layer.tar': gzipSync(layer),
      'u/layer.tar': zstd(upper),
      'manifest.json': JSON.stringify(manifest),
    };
    expect(await load(files, gzipSync)).toBe('Loaded image: other:1\n');
  });

  it('may be compressed by xz', async () => {
    const body = readFileSync(fileURLToPath(new URL('archives/motd.tar.xz', import.meta.url)));
    await (await scene().client.image.create({ fromSrc: '-', repo: 'imported', body })).done();
    expect(await scene().output({ Image: 'imported', Cmd: ['cat', '/etc/motd'] })).toBe('hello\n');
  });

  it('is rejected if a layer is not that of the configuration', async () => {
    const files = { 'c.json': configOf([layer, layer]), 'l/layer.tar': layer, 'u/layer.tar': upper };
    await expect(load({ ...files, 'manifest.json': JSON.stringify(manifest) })).rejects.toMatchObject({
      message: expect.stringContaining(
        `invalid diffID for layer 1: expected "${digestOf(layer)}", got "${digestOf(upper)}"`,
      ) as string,
    });
  });

  it.each([
    '{}',
    '[null]',
    '[{"Config":1}]',
    '[{"Config":"c.json","Layers":"l/layer.tar"}]',
    '[{"Config":"c.json","RepoTags":[1]}]',
    '[{"Config":"c.json","Layers":["l/layer.tar"]},{}]',
  ])('is rejected with the manifest %s', async (text) => {
    const files = { 'c.json': configOf([layer]), 'l/layer.tar': layer, 'manifest.json': text };
    await expect(load(files)).rejects.toMatchObject({ message: expect.stringContaining('manifest') as string });
    expect(await scene().client.image.list()).toHaveLength(1);
  });

  it('takes a name from the image that has it', async () => {
    await scene().client.image.tag({ name: 'busybox', repo: 'other', tag: '1' });
    const { Id } = await scene().client.image.inspect({ name: 'busybox' });
    const files = { 'c.json': configOf([layer, upper]), 'l/layer.tar': layer, 'u/layer.tar': upper };
    expect(await load({ ...files, 'manifest.json': JSON.stringify(manifest) })).toBe(
      `The image other:1 already exists, renaming the old one with ID ${Id} to empty string\nLoaded image: other:1\n`,
    );
  });

  it('may be an OCI layout for several platforms', async () => {
    const blobs: Record<string, string | Uint8Array> = {};
    const add = (data: string | Uint8Array, mediaType: string, more: object = {}) => {
      const digest = digestOf(data);
      blobs[`blobs/${digest.replace(':', '/')}`] = data;
      return { mediaType, digest, size: data.length, ...more };
    };
    const manifests = ['arm64', 'amd64'].map((architecture) => {
      const config = add(configOf([layer], { architecture }), 'application/vnd.oci.image.config.v1+json');
      const body = {
        schemaVersion: 2,
        config,
        layers: [add(gzipSync(layer), 'application/vnd.oci.image.layer.v1.tar+gzip')],
      };
      return add(JSON.stringify(body), 'application/vnd.oci.image.manifest.v1+json', {
        platform: { os: 'linux', architecture },
      });
    });
    const index = JSON.stringify({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json', manifests });
    const named = add(index, 'application/vnd.oci.image.index.v1+json', {
      annotations: { 'org.opencontainers.image.ref.name': 'registry.test/multi:2' },
    });
    await load({ ...blobs, 'index.json': JSON.stringify({ schemaVersion: 2, manifests: [named] }) });
    expect(await scene().client.image.inspect({ name: 'registry.test/multi:2' })).toMatchObject({
      Architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    });
  });

  it.each<[object, object, number]>([
    [{}, { Created: '0001-01-01T00:00:00.000Z', Architecture: 'amd64', Os: 'linux', RootFS: { Type: 'layers' } }, 0],
    [{ created: 'x', architecture: 1, os: 2 }, { Created: '0001-01-01T00:00:00.000Z', Os: 'linux', Comment: '' }, 0],
    [{ created: 7, variant: '', author: 1, config: null }, { Created: '0001-01-01T00:00:00.000Z', Author: '' }, 0],
    [{ os: 'plan9', architecture: 'vax', author: 'me', comment: 'c' }, { Os: 'plan9', Author: 'me', Comment: 'c' }, 0],
    [{ history: [null, { created_by: 'x' }], docker_version: '9' }, { Architecture: 'amd64', DockerVersion: '9' }, 2],
  ])('may have the configuration %j', async (config, image, steps) => {
    const manifest = JSON.stringify([{ Config: 'c.json', RepoTags: ['bare:1'], Layers: [] }]);
    await load({ 'c.json': JSON.stringify({ rootfs: { diff_ids: [] }, ...config }), 'manifest.json': manifest });
    const inspected = await inspect('bare:1');
    expect(inspected).toMatchObject(image);
    expect(inspected.RootFS?.Layers ?? []).toEqual([]);
    expect(await scene().client.image.history({ name: 'bare:1' })).toHaveLength(steps);
  });

  it('is rejected without a manifest', async () => {
    await expect(load({ 'a.txt': 'a' })).rejects.toMatchObject({
      message: expect.stringContaining('open manifest.json: no such file or directory') as string,
    });
  });
});

describe('images that share layers', () => {
  it('have the same layers, and lose them with the last image', async () => {
    await build('FROM busybox\nRUN echo 1 > /1', 'one');
    await build('FROM one\nRUN echo 2 > /2', 'two');
    const [one, two] = [await inspect('one'), await inspect('two')];
    expect(two.RootFS?.Layers?.slice(0, -1)).toEqual(one.RootFS?.Layers);
    expect(await scene().client.image.delete({ name: 'one' })).toEqual([{ Untagged: 'one:latest' }]);
    expect(await scene().output({ Image: 'two', Cmd: ['cat', '/1', '/2'] })).toBe('1\n2\n');
    await scene().client.container.prune({});
    const deleted = (await scene().client.image.delete({ name: 'two' })).flatMap(({ Deleted }) => Deleted ?? []);
    expect(deleted.slice(0, 1)).toEqual([two.Id]);
    expect(deleted).toContain(one.Id);
    expect(deleted).toHaveLength(4);
  });

  it('are reported with their shared size', async () => {
    await build('FROM busybox\nRUN echo 1 > /1', 'one');
    const { Images, LayersSize } = await scene().client.system.dataUsage({});
    const base = (await inspect('busybox')).Size;
    expect(Images?.map(({ Size, SharedSize }) => [Size, SharedSize])).toEqual([
      [base + 2, base],
      [base, base],
    ]);
    expect(LayersSize).toBe(base + 2);
  });

  it('stay as long as a container that was created from them', async () => {
    await build('FROM busybox\nRUN echo 1 > /1', 'one');
    const id = await scene().create({ Image: 'one', Cmd: ['cat', '/1'] });
    await scene().client.image.delete({ name: 'one', force: true });
    await scene().client.container.start({ id });
    await scene().client.container.wait({ id });
    expect((await (await scene().client.container.logs({ id, stdout: true })).text()).stdout).toBe('1\n');
  });
});

describe('history', () => {
  it('names steps, images, and the sizes of layers', async () => {
    await build('FROM busybox\nENV A=1\nRUN echo 12 > /1', 'one');
    const history = await scene().client.image.history({ name: 'one' });
    const { Id, Parent } = await inspect('one');
    expect(history.map(({ Id: id, CreatedBy, Size }) => [id, CreatedBy, Size]).slice(0, 2)).toEqual([
      [Id, '/bin/sh -c echo 12 > /1', 3],
      [Parent, '/bin/sh -c #(nop)  ENV A=1', 0],
    ]);
    const archive = await buffer(await scene().client.image.get({ name: 'one' }));
    await scene().client.image.delete({ name: 'one' });
    await (await scene().client.image.load({ body: archive })).done();
    const loaded = await scene().client.image.history({ name: 'one' });
    expect(loaded.map(({ Id: id }) => id)).toEqual([Id, ...loaded.slice(1).map(() => '<missing>')]);
    expect(loaded.map(({ CreatedBy, Size }) => [CreatedBy, Size])).toEqual(
      history.map(({ CreatedBy, Size }) => [CreatedBy, Size]),
    );
  });
});

function inspect(name: string) {
  return scene().client.image.inspect({ name });
}

/** Writes a frame of zstd with stored blocks. */
function zstd(data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  const blocks: Buffer[] = [];
  for (let at = 0; at < data.length; at += 65_536) {
    const block = data.subarray(at, at + 65_536);
    const header = (block.length << 3) | (at + 65_536 >= data.length ? 1 : 0);
    blocks.push(Buffer.from([header & 0xff, (header >> 8) & 0xff, header >> 16]), block);
  }
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]), size, ...blocks]);
}
