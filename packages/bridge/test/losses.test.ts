/** Tests how clients learn what their requests lose on an older engine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestEntry } from '../src/index.js';
import { openBridge, type BridgeScene } from './bridge-scene.js';

const bodies: string[] = [];
const entries: RequestEntry[] = [];
let lenient: BridgeScene;
let strict: BridgeScene;

beforeAll(async () => {
  const open = (isStrict: boolean) =>
    openBridge(
      async (request, response) => {
        let body = '';
        for await (const chunk of request) body += String(chunk);
        bodies.push(body);
        response.writeHead(201, { 'content-type': 'application/json' }).end('{"Id":"a","Warnings":[]}');
      },
      undefined,
      { as: '1.41', strict: isStrict, onRequest: (entry) => entries.push(entry) },
    );
  [lenient, strict] = [await open(false), await open(true)];
});
afterAll(async () => {
  await lenient.close();
  await strict.close();
});

function create(scene: BridgeScene, body: object) {
  bodies.length = 0;
  entries.length = 0;
  const headers = { 'content-type': 'application/json' };
  return scene.ask({ path: '/v1.44/containers/create', method: 'POST', headers }, JSON.stringify(body));
}

const lossy = {
  Image: 'a',
  Healthcheck: { StartInterval: 1 },
  HostConfig: { Annotations: { a: 'b' }, Binds: ['/a:/b:ro'] },
};

describe('a request that loses something', () => {
  it('is sent without it, and the response tells what, in a header too', async () => {
    const { status, headers, body } = await create(lenient, lossy);
    expect([status, JSON.parse(body)]).toEqual([
      201,
      {
        Id: 'a',
        Warnings: [
          'Healthcheck.StartInterval has no effect below API version 1.44.',
          'HostConfig.Annotations have no effect below API version 1.43.',
          'Below API version 1.44 a read-only bind mount leaves its submounts writable.',
        ],
      },
    ]);
    expect(headers['lading-loss']).toBe(
      '"startinterval";message="Healthcheck.StartInterval has no effect below API version 1.44.", ' +
        '"annotations";message="HostConfig.Annotations have no effect below API version 1.43.", ' +
        '"ro-recursive";message="Below API version 1.44 a read-only bind mount leaves its submounts writable."',
    );
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      Image: 'a',
      Healthcheck: {},
      HostConfig: { Binds: ['/a:/b:ro'] },
    });
    await expect.poll(() => entries).toMatchObject([{ losses: ['startinterval', 'annotations', 'ro-recursive'] }]);
  });

  it('is refused by a strict bridge, and does not reach the engine', async () => {
    const { status, body } = await create(strict, lossy);
    expect([status, JSON.parse(body)]).toEqual([
      400,
      {
        message:
          'the engine cannot do all of this request: Healthcheck.StartInterval has no effect below API version 1.44. ' +
          'HostConfig.Annotations have no effect below API version 1.43. ' +
          'Below API version 1.44 a read-only bind mount leaves its submounts writable.',
      },
    ]);
    expect(bodies).toEqual([]);
  });
});

it('a request that loses nothing has no such header, and is sent by a strict bridge', async () => {
  for (const scene of [lenient, strict]) {
    const { status, headers } = await create(scene, { Image: 'a' });
    expect([status, headers['lading-loss']]).toEqual([201, undefined]);
    expect(bodies).toHaveLength(1);
    await expect.poll(() => entries).toEqual([expect.not.objectContaining({ losses: expect.anything() as unknown })]);
  }
});
