/** What parameters of a build request change. */
import { request, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import type { EngineV144 } from '@lading/client';
import { BinaryReader } from '@bufbuild/protobuf/wire';
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

/** The fields of a message by their numbers: texts, and messages as fields. */
function fieldsOf(bytes: Uint8Array): Map<number, (string | number)[]> {
  const fields = new Map<number, (string | number)[]>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const value = type === 2 ? Buffer.from(reader.bytes()).toString('latin1') : Number(reader.int64());
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}

async function buildKit(dockerfile: string, query: object = {}) {
  const steps: string[] = [];
  let [image, logs, error] = ['', '', ''];
  const body = archiveWith({ Dockerfile: dockerfile });
  try {
    for await (const { id, aux, stream } of await engine.image.build({ body, version: '2', ...query } as never)) {
      expect(stream).toBeUndefined();
      if (id === 'moby.image.id') image = (aux as { readonly ID: string }).ID;
      if (id !== 'moby.buildkit.trace') continue;
      const response = fieldsOf(Buffer.from(String(aux), 'base64'));
      for (const vertex of response.get(1) ?? []) {
        const fields = fieldsOf(Buffer.from(String(vertex), 'latin1'));
        expect(String(fields.get(1)?.[0])).toMatch(/^sha256:[0-9a-f]{64}$/);
        if (fields.has(6))
          steps.push(`${fields.get(3)?.[0]}${fields.has(4) ? ' CACHED' : ''}${fields.has(7) ? ' FAILED' : ''}`);
      }
      for (const log of response.get(3) ?? []) logs += String(fieldsOf(Buffer.from(String(log), 'latin1')).get(4)?.[0]);
    }
  } catch (failure) {
    error = (failure as Error).message;
  }
  return { steps, image, logs, error };
}

it('version 2 builds an archive, with the progress of BuildKit', async () => {
  const dockerfile = 'FROM busybox\nRUN echo hello\nCMD ["true"]';
  const first = await buildKit(dockerfile, { t: ['kit:1'] });
  expect(first).toMatchObject({
    steps: ['[1/3] FROM busybox', '[2/3] RUN echo hello', '[3/3] CMD ["true"]'],
    logs: 'hello\n',
    error: '',
  });
  expect((await engine.image.inspect({ name: 'kit:1' })).Id).toBe(first.image);
  const again = await buildKit(dockerfile);
  expect([again.image, again.steps[1]]).toEqual([first.image, '[2/3] RUN echo hello CACHED']);
  const failed = await buildKit('FROM busybox\nRUN echo before; exit 3');
  expect(failed.steps.at(-1)).toBe('[2/2] RUN echo before; exit 3 FAILED');
  expect([failed.image, failed.logs]).toEqual(['', 'before\n']);
  expect(failed.error).toContain(
    'failed to solve: process "/bin/sh -c echo before; exit 3" did not complete successfully: exit code: 3',
  );
  expect((await buildKit('FROM busybox', { remote: 'client-session', session: 'a' })).error).toContain(
    'DOCKER_BUILDKIT=0',
  );
});

/** Asks for HTTP/2 on the connection. @returns the status and the body */
function upgrade(path: string, more: OutgoingHttpHeaders = {}): Promise<string> {
  const { socket: socketPath } = scene();
  const headers = { connection: 'Upgrade', upgrade: 'h2c', ...more };
  return new Promise((resolve, reject) => {
    request({ socketPath, method: 'POST', path, headers })
      .on('response', (response) => text(response).then((body) => resolve(`${response.statusCode} ${body}`), reject))
      .on('upgrade', ({ statusCode }, socket) => {
        socket.destroy();
        resolve(String(statusCode));
      })
      .on('error', reject)
      .end();
  });
}

it('sessions and calls of a builder are rejected, but for sessions that offer nothing', async () => {
  const offer = { 'x-docker-expose-session-uuid': 'a', 'x-docker-expose-session-name': 'b' };
  const files = { 'x-docker-expose-session-grpc-method': '/moby.filesync.v1.FileSync/DiffCopy' };
  expect(await upgrade('/session')).toMatch(/^501 .*DOCKER_BUILDKIT=0/);
  expect(await upgrade('/v1.44/session', { ...offer, ...files })).toMatch(/^501 .*DOCKER_BUILDKIT=0/);
  expect(await upgrade('/grpc')).toMatch(/^501 .*DOCKER_BUILDKIT=0/);
  expect(await upgrade('/session', offer)).toBe('101');
});
