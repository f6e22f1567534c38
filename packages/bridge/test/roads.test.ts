/** Tests which responses are forwarded as bytes, which are edited as text, and which are decoded because a hook acts on them. */
import { conversionOf, type ConversionProvider, type Hook, type Rule } from '@lading/runtime-conversion';
import { afterAll, expect, it } from 'vitest';
import { versions } from '../src/convert/conversions.js';
import { openBridge, type BridgeScene } from './bridge-scene.js';

const scenes: BridgeScene[] = [];
afterAll(() => Promise.all(scenes.map((scene) => scene.close())));

/** Opens a bridge, of which two versions have been used before, to an engine that responds with what a function returns. */
async function openUsed(
  bodyOf: (url: string) => string,
  log: (operation: string | undefined) => void = () => undefined,
  conversions: readonly ConversionProvider[] = [],
) {
  const json = { 'Content-Type': 'application/json', 'Api-Version': '1.44' };
  const scene = await openBridge(
    (request, response) => void response.writeHead(200, json).end(bodyOf(request.url ?? '')),
    undefined,
    { as: '1.44', conversions, onRequest: ({ converted }) => log(converted) },
  );
  scenes.push(scene);
  for (const version of ['1.41', '1.43']) await scene.ask({ path: `/v${version}/_ping` });
  return scene;
}

// Spelled as no encoder writes it: where it stays so, the text was not decoded.
const odd = '"x":"\\u0061"';

it('a response that nothing changes is forwarded as bytes', async () => {
  const operations: (string | undefined)[] = [];
  const text = `[{"Id":"a", ${odd},"Mounts":[]}]`;
  const scene = await openUsed(
    () => text,
    (operation) => void operations.push(operation),
  );
  expect((await scene.ask({ path: '/v1.41/containers/json' })).body).toBe(text);
  expect(operations.at(-1)).toBeUndefined();
});

it('rules edit the text, for each version, with the headers of the edited one', async () => {
  const operations: (string | undefined)[] = [];
  const scene = await openUsed(
    () => `[{"Size":1.50,"RepoTags":[],"RepoDigests":["é"],${odd}}]\n`,
    (operation) => void operations.push(operation),
  );
  for (const [version, tags] of [
    ['1.41', 'null'],
    ['1.43', '[]'],
  ]) {
    const { body, headers } = await scene.ask({ path: `/v${version}/images/json` });
    expect(body).toBe(`[{"Size":1.50,"RepoTags":${tags},"RepoDigests":["é"],${odd},"VirtualSize":1.50}]\n`);
    expect(headers).toMatchObject({
      'content-length': String(Buffer.byteLength(body)),
      'api-version': versions.at(-1),
    });
  }
  expect(operations.slice(2)).toEqual(['ImageList', 'ImageList']);
});

it('a text that has what the rules write is sent as it is', async () => {
  const operations: (string | undefined)[] = [];
  let text = `{"Id":"a","HostConfig":{},"Config":{},"NetworkSettings":{},${odd}}\n`;
  const scene = await openUsed(
    () => text,
    (operation) => void operations.push(operation),
  );
  const ask = async (): Promise<string> => (await scene.ask({ path: '/v1.41/containers/a/json' })).body;
  text = await ask();
  expect(text).toContain('"SecondaryIPAddresses":null');
  expect(await ask()).toBe(text);
  expect(operations.slice(2)).toEqual(['ContainerInspect', undefined]);
});

it.each([
  ['is edited without what a hook acts on', { Other: '1' }, (body: string) => body.includes(odd)],
  [
    'is decoded where a hook acts',
    { 'lading.mounts': JSON.stringify({ binds: ['/y:/x:ro'], mounts: [] }) },
    (body: string) => body.includes('"Binds":["/y:/x:ro"]') && !body.includes('lading'),
  ],
])('an inspected container %s', async (_what, annotations, holds) => {
  const isOther = 'Other' in annotations;
  const host = JSON.stringify({ ConsoleSize: [1, 2], ...(isOther ? {} : { Annotations: annotations }) });
  const scene = await openUsed(() => `{"Id":"a","HostConfig":${host},${odd},"Config":{},"NetworkSettings":{}}\n`);
  const { body } = await scene.ask({ path: '/v1.41/containers/a/json' });
  expect(holds(body)).toBe(true);
  expect(JSON.parse(body)).toMatchObject({ x: 'a', NetworkSettings: { Bridge: '', HairpinMode: false } });
});

it('what a hook requests is requested each time', async () => {
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

it('a hook is called for each response, beside rules', async () => {
  let calls = 0;
  const hook: Hook = {
    touches: { ContainerList: [{ body: '[].Calls' }] },
    async around(request, next) {
      calls += 1;
      const response = await next(request);
      return { ...response, body: [{ Calls: calls, body: response.body }] };
    },
  };
  const none = { upgrade: [], downgrade: [] };
  const rules: Rule[] = [
    { rule: 'hook', at: { body: '[].Calls' }, hook: 'count' },
    { rule: 'drop', at: { body: '[].Old' } },
  ];
  const operations = { ContainerList: { request: none, response: { ...none, downgrade: rules } } };
  const [client, engine] = ['1.43', '1.44'];
  const load = () => conversionOf({ client, engine, requests: 'upgrade', operations, hooks: { count: hook } });
  let text = '[{"Calls":0}]\n';
  const scene = await openUsed(() => text, undefined, [{ client, engine, load }]);
  for (const number of [1, 2]) {
    const { body } = await scene.ask({ path: '/v1.43/containers/json' });
    expect(body).toBe(`[{"Calls":${number},"body":[{"Calls":0}]}]\n`);
  }
  text = `[{"Old":1,${odd}}]\n`;
  expect((await scene.ask({ path: '/v1.43/containers/json' })).body).toBe(`[{${odd}}]\n`);
  expect(calls).toBe(2);
});

it.each(['/v1.41/%69mages/json', '/v1.41/images%2Fjson', '/v1.41/images/%6Ason?all=1'])(
  'the response to the escaped path %s is converted as that to the plain one',
  async (path) => {
    const text = '[{"Size":1.50,"RepoTags":[],"RepoDigests":[]}]\n';
    const scene = await openUsed(() => text);
    const plain = await scene.ask({ path: '/v1.41/images/json' });
    expect(plain.body).not.toBe(text);
    expect((await scene.ask({ path })).body).toBe(plain.body);
  },
);
