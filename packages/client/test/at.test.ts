/** Tests handles: calls of one resource. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, connect } from '../src/index.js';
import { compileErrors } from './compile.js';
import { json, scriptedEngine } from './testing/scripted-engine.js';

test('a handle has the calls of one resource', async () => {
  const { host, requests } = await scriptedEngine('1.44', ({ url }, response) => {
    if (url.includes('stop')) response.writeHead(204).end();
    else json(response, { Id: 'a', Name: 'data' });
  });
  await using engine = await connect({ host, env: {} });
  const web = at(engine.container, { id: 'web' });
  expect(web.id).toBe('web');
  await web.inspect();
  await web.stop({ t: 5 });
  await at(engine.volume, { name: 'data' }).inspect();
  expect(requests.map(({ url }) => url)).toEqual([
    '/v1.44/containers/web/json',
    '/v1.44/containers/web/stop?t=5',
    '/v1.44/volumes/data',
  ]);
});

test('it has the types of the calls, without the given parameters', () => {
  const program = `
import { at, type Engine, type EngineV144 } from '@lading/client';
declare const engine: Engine;
declare const engine144: EngineV144;
const web = at(engine.container, { id: 'web' });
export const wait = async (): Promise<number> => (await web.wait()).StatusCode;
export const exec = async (): Promise<string> => (await at(engine144.container, { id: 'web' }).exec({ body: { Cmd: ['date'] } })).Id;
void web.exec();
void web.create({ body: {} });
void web.stop({ id: 'other' });
`;
  const errors = compileErrors(join(import.meta.dirname, '..'), new Map([['at.ts', program]]));
  expect(
    [...errors.matchAll(/at\.ts\((\d+),.* error (TS\d+): (.*?)['.]/g)].map(([, line, code]) => `${line} ${code}`),
  ).toEqual(['8 TS2554', '9 TS2339', '10 TS2353']);
});
