/** What parameters of a build request change. */
import { beforeEach, expect, it } from 'vitest';
import type { EngineV144 } from '@lading/client';
import { archiveWith } from '../src/filesystem/tar.js';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();
let engine: EngineV144;

beforeEach(() => {
  engine = scene().client;
});

/** @returns the output, and the message of the error that ended it */
async function build(dockerfile: string, query: object): Promise<{ readonly output: string; readonly error: string }> {
  let output = '';
  let error = '';
  try {
    for await (const { stream } of await engine.image.build({
      body: archiveWith({ Dockerfile: dockerfile }),
      ...query,
    }))
      output += stream ?? '';
  } catch (failure) {
    error = (failure as Error).message;
  }
  return { output, error };
}

it('the network is that of RUN instructions', async () => {
  await engine.network.create({ body: { Name: 'back' } });
  const id = await scene().run({ HostConfig: { NetworkMode: 'back' } }, 'web');
  const ask = 'FROM busybox\nRUN ping -c1 web';
  expect((await build(ask, { networkmode: 'back' })).output).toContain('1 packets received');
  expect((await build(ask, { networkmode: `container:${id}` })).output).toContain('Successfully built');
  expect((await build(ask, { nocache: true })).error).toContain('returned a non-zero code: 1');
  expect((await build(ask, { nocache: true, networkmode: 'none' })).error).toContain('returned a non-zero code: 1');
  expect((await build(ask, { nocache: true, networkmode: 'front' })).error).toContain('network front not found');
});

it('the cache is limited to the steps of images, if some are named', async () => {
  const steps = 'FROM busybox\nENV A=1\nRUN touch /a';
  await build(steps, { t: ['first'] });
  await build('FROM busybox\nENV B=1', { t: ['other'] });
  const hits = async (...cachefrom: string[]) =>
    (await build(steps, { cachefrom })).output.split('Using cache').length - 1;
  expect([await hits(), await hits('missing', 'first'), await hits('other')]).toEqual([2, 2, 0]);
});
