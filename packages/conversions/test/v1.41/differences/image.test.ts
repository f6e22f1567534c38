/** Tests the differences of images, for clients of 1.41 and of 1.44. */
import { describe, expect, it } from 'vitest';
import { imagesUntil } from '@lading/conversion-hooks';
import { newerClient, olderClient } from '../scene.js';

const bodies = async (operation: string, body: unknown) => ({
  at41: (await olderClient({ [operation]: body }).call(operation)).body,
  at44: (await newerClient({ [operation]: body }).call(operation)).body,
});

it('image-name: at 1.41 there is always a virtual size and a date', async () => {
  const image = { Id: 'i', Size: 5 };
  expect((await bodies('ImageInspect', image)).at41).toEqual({
    ...image,
    VirtualSize: 5,
    Created: '0001-01-01T00:00:00Z',
  });
  const old = { Id: 'i', Size: 5, VirtualSize: 5, Created: '0001-01-01T00:00:00Z' };
  expect((await bodies('ImageInspect', old)).at44).toEqual(image);
  const dated = { ...old, Created: '2024-01-01T00:00:00Z' };
  expect((await bodies('ImageInspect', dated)).at44).toEqual({ ...image, Created: dated.Created });
});

it('virtualsize: it is sent at 1.41', async () => {
  const images = [{ Id: 'i', Size: 5, RepoTags: ['a'], RepoDigests: ['b'] }];
  const old = images.map((image) => ({ ...image, VirtualSize: 5 }));
  expect((await bodies('ImageList', images)).at41).toEqual(old);
  expect((await bodies('ImageList', old)).at44).toEqual(images);
  expect((await bodies('SystemDataUsage', { Images: [{ Size: 7 }] })).at41).toMatchObject({
    Images: [{ VirtualSize: 7 }],
  });
  expect((await bodies('SystemDataUsage', { Images: [{ Size: 7, VirtualSize: 7 }] })).at44).toEqual({
    Images: [{ Size: 7 }],
  });
});

it('images-none: two empty arrays are two placeholders at 1.41', async () => {
  const [none, some] = [
    { RepoTags: [], RepoDigests: [], Size: 1 },
    { RepoTags: ['a:b'], RepoDigests: [], Size: 1 },
  ];
  expect((await bodies('ImageList', [none, some])).at41).toEqual([
    { RepoTags: ['<none>:<none>'], RepoDigests: ['<none>@<none>'], Size: 1, VirtualSize: 1 },
    { RepoTags: ['a:b'], RepoDigests: null, Size: 1, VirtualSize: 1 },
  ]);
  const old = [
    { RepoTags: ['<none>:<none>'], RepoDigests: ['<none>@<none>'], Size: 1 },
    { RepoTags: ['a:b'], RepoDigests: null, Size: 1 },
  ];
  expect((await bodies('ImageList', old)).at44).toEqual([none, some]);
});

it('images-sharedsize: it cannot be requested at 1.41', async () => {
  for (const scene of [olderClient({ ImageList: [] }), newerClient({ ImageList: [] })]) {
    await scene.call('ImageList', { query: { all: true, 'shared-size': true } });
    expect(scene.last('ImageList')?.query).toEqual({ all: true });
  }
});

describe('images-until', () => {
  const list = (until: readonly string[]) => ({ query: { filters: { until, label: ['a'] } } });
  it('images-until: it is an unknown filter at 1.41; before 1.41 the hook applies it', async () => {
    const older = olderClient({ ImageList: [] });
    await expect(older.call('ImageList', list(['1h']))).rejects.toMatchObject({
      status: 400,
      message: "invalid filter 'until'",
    });

    const now = Date.parse('2024-05-05T12:00:00Z');
    const images = [now / 1000 - 7200, now / 1000 - 60].map((Created) => ({
      Created,
      RepoTags: ['a'],
      RepoDigests: ['b'],
    }));
    const newer = newerClient({ ImageList: images }, { imagesUntil: imagesUntil(() => now) });
    expect((await newer.call('ImageList', list(['1h']))).body).toEqual([images[0]]);
    expect(newer.last('ImageList')?.query).toEqual({ filters: { label: ['a'] } });
    for (const until of ['2024-05-05T11:30:00Z', String(now / 1000 - 1800), '2024-05-05T13:30:00+02:00']) {
      expect((await newer.call('ImageList', list([until]))).body, until).toEqual([images[0]]);
    }
    expect((await newer.call('ImageList', list(['30s', '3h']))).body).toEqual([]);
    await expect(newer.call('ImageList', list(['soon']))).rejects.toMatchObject({ status: 400 });
  });
});
