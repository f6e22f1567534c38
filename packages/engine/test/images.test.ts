/** Image archives of the engine. */
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { archiveWith } from '../src/filesystem/tar.js';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();

describe('an archive of images', () => {
  it('is the same image each time it is loaded', async () => {
    const dockerfile = 'FROM busybox\nENV A=1\nCMD ["true"]';
    const context = archiveWith({ Dockerfile: dockerfile });
    await (await scene().client.image.build({ t: ['built'], body: context })).done();
    const { Id } = await scene().client.image.inspect({ name: 'built' });
    const archive = await buffer(await scene().client.image.get({ name: 'built' }));
    await scene().client.image.delete({ name: 'built', force: true });
    const load = async () => {
      await (await scene().client.image.load({ body: archive })).done();
      return scene().client.image.inspect({ name: 'built' });
    };
    const first = await load();
    expect(first).toMatchObject({ Id, Config: { Env: [expect.stringMatching(/^PATH=/), 'A=1'], Cmd: ['true'] } });
    await scene().client.image.tag({ name: 'built', repo: 'other' });
    expect(await load()).toMatchObject({ Id, Created: first.Created, RepoTags: ['other:latest', 'built:latest'] });
    expect((await scene().client.image.list({})).filter((image) => image.Id === Id)).toHaveLength(1);
  });
});
