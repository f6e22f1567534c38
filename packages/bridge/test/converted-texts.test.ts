/** Tests which converted responses are sent again without another conversion. */
import { conversionOf, type ConversionProvider, type Hook, type Rule } from '@lading/runtime-overlay';
import { afterAll, expect, it } from 'vitest';
import { ConvertedTexts } from '../src/convert/converted-texts.js';
import { openBridge, type BridgeScene } from './bridge-scene.js';
import { versions } from '../src/convert/conversions.js';

const newest = versions.at(-1) ?? '';

const scenes: BridgeScene[] = [];
afterAll(() => Promise.all(scenes.map((scene) => scene.close())));

const json = { 'Content-Type': 'application/json', 'Api-Version': '1.44' };

/** Opens a bridge, of which two versions have been used before, to an engine that responds with what a function returns. */
async function openUsed(
  bodyOf: (url: string) => string,
  log: (operation: string | undefined) => void = () => undefined,
  conversions: readonly ConversionProvider[] = [],
) {
  const scene = await openBridge(
    (request, response) => void response.writeHead(200, json).end(bodyOf(request.url ?? '')),
    undefined,
    { as: '1.44', conversions, onRequest: ({ converted }) => log(converted) },
  );
  scenes.push(scene);
  for (const version of ['1.41', '1.43']) await scene.ask({ path: `/v${version}/_ping` });
  return scene;
}

it('an unchanged list is the same text again, a changed one is converted, for each version', async () => {
  const sizes = [1, 1, 2, 1];
  const operations: (string | undefined)[] = [];
  let requests = 0;
  const scene = await openUsed(
    () => `[{"Size":${sizes[requests % 4]},"RepoTags":[],"RepoDigests":["é"]}]\n`,
    (operation) => void operations.push(operation),
  );
  for (const [version, tags] of [
    ['1.41', 'null'],
    ['1.43', '[]'],
  ]) {
    for (const [index, size] of sizes.entries()) {
      requests = index;
      const { body, headers } = await scene.ask({ path: `/v${version}/images/json` });
      expect(body).toBe(`[{"Size":${size},"RepoTags":${tags},"RepoDigests":["é"],"VirtualSize":${size}}]\n`);
      expect(headers).toMatchObject({ 'content-length': String(Buffer.byteLength(body)), 'api-version': newest });
    }
  }
  expect(operations.slice(2)).toEqual(Array(8).fill('ImageList'));
});

it('a response that other requests decide is converted each time', async () => {
  let mode = 'ro';
  const scene = await openUsed((url) => {
    if (url.endsWith('/containers/json')) {
      return '[{"Id":"a","Mounts":[{"Type":"bind","RW":false,"Mode":"","Destination":"/x"}]}]\n';
    }
    const recorded = JSON.stringify({ binds: [`/y:/x:${mode}`], mounts: [] });
    return JSON.stringify({ HostConfig: { Annotations: { 'lading.mounts': recorded } } });
  });
  for (mode of ['ro', 'ro,z']) {
    const { body } = await scene.ask({ path: '/v1.41/containers/json' });
    expect(JSON.parse(body)).toMatchObject([{ Mounts: [{ Mode: mode }] }]);
  }
});

it('a response is converted each time by a hook that does not say what it reads', async () => {
  let calls = 0;
  const hook: Hook = {
    touches: { ContainerList: [{ body: '[].Calls' }] },
    async around(request, next) {
      calls += 1;
      return { ...(await next(request)), body: [{ Calls: calls }] };
    },
  };
  const none = { upgrade: [], downgrade: [] };
  const rule: Rule = { rule: 'hook', at: { body: '[].Calls' }, hook: 'count' };
  const operations = { ContainerList: { request: none, response: { ...none, downgrade: [rule] } } };
  const [client, engine] = ['1.43', '1.44'];
  const load = () => conversionOf({ client, engine, requests: 'upgrade', operations, hooks: { count: hook } });
  const scene = await openUsed(() => '[{"Calls":0}]\n', undefined, [{ client, engine, load }]);
  for (const text of ['[{"Calls":1}]\n', '[{"Calls":2}]\n']) {
    expect((await scene.ask({ path: '/v1.43/containers/json' })).body).toBe(text);
  }
});

it('keeps what was used last, within its limit', () => {
  const texts = new ConvertedTexts();
  const bodyOf = (index: number): string => String(index).padEnd(30_000);
  const isKept = (index: number): boolean => texts.get(String(index), bodyOf(index)) !== undefined;
  for (let index = 0; index < 200; index += 1) {
    texts.set(String(index), bodyOf(index), 'x'.repeat(30_000));
    expect(isKept(0)).toBe(true);
  }
  expect([1, 100, 130, 140, 199].map(isKept)).toEqual([false, false, false, true, true]);
  texts.set('0', bodyOf(0), 'x'.repeat(40_000));
  expect(isKept(0)).toBe(false);
});
