/** Runs that share a cache: what is generated again, and what is reused. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { versionsOf } from '../../overlay/index.js';
import { type Document, type JsonObject, documentOf } from '../../document/index.js';
import type { OutputFile } from '../../code/index.js';
import { customEmitter } from '../../generate/custom-emitters/custom-emitter.js';
import { builtInEmitter, builtInEmitters } from '../../generate/built-in-emitters.js';
import { filesOf, timelineOf, PipelineCache, type EmitOptions } from '../../generate/pipeline/index.js';
import { Steps } from '../../generate/steps.js';

const text = { type: 'string' };
const document = (version: string, fields: JsonObject): Document =>
  documentOf(`v${version}.yaml`, {
    openapi: '3.1.0',
    info: { title: 'Boxes', version },
    tags: [{ name: 'Box' }],
    paths: {
      '/box': {
        get: {
          operationId: 'BoxInspect',
          tags: ['Box'],
          responses: {
            '200': {
              description: 'It.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } },
            },
          },
        },
      },
    },
    components: { schemas: { Box: { type: 'object', properties: fields } } },
  });

/** Version 1.0, which extends the newer 2.0. */
const twoVersions = (older: JsonObject, newer: JsonObject) =>
  versionsOf([document('1.0', older), document('2.0', newer)], []);

let emitted = 0;
const loadCounted = () =>
  customEmitter({ name: 'count', emit: () => ({ manifest: { description: `Run ${(emitted += 1)}` } }) }, 'count.ts');
const counted = loadCounted();

async function generated(
  versions: ReturnType<typeof twoVersions>,
  cache: PipelineCache,
  more: Partial<EmitOptions> = {},
  count = counted,
) {
  const steps = new Steps(() => undefined);
  const loaded = await Promise.all(builtInEmitters.map(builtInEmitter));
  const emitters = [...loaded.filter((emitter) => emitter !== undefined), count];
  const options = { naming: { scope: '@acme' }, emitters, workspace: false, head: () => [], ...more };
  const files = await filesOf(timelineOf(versions, steps, cache), options, steps, cache);
  return new Map(files.map((file) => [file.path, file]));
}

/** The folders of the packages that have files of which the earlier run has no identical object. */
function foldersAnew(before: ReadonlyMap<string, OutputFile>, after: ReadonlyMap<string, OutputFile>) {
  const files = [...after].filter(([path, file]) => before.get(path) !== file);
  return [...new Set(files.map(([path]) => path.split('/').slice(0, 2).join('/')))].sort();
}

/** The text of each file, except those of the custom emitter. */
function texts(files: ReadonlyMap<string, OutputFile>): readonly (readonly [path: string, text: string])[] {
  return [...files].flatMap(([path, file]) => (path.includes('/count/') ? [] : [[path, file.text] as const]));
}

const kinds = ['client', 'contract', 'count', 'docs', 'server', 'types'];
/** The older version has the conversions between both, too. */
const all = (version: string) =>
  [...kinds, ...(version === '1.0' ? ['conversion'] : [])].map((kind) => `v${version}/${kind}`);
const bothVersions = (kind: string) => [`v1.0/${kind}`, `v2.0/${kind}`];

it.each<[string, ReturnType<typeof twoVersions>, readonly string[]]>([
  ['equal documents', twoVersions({ Id: text }, { Id: text }), []],
  ['another older version', twoVersions({ Id: text, Size: text }, { Id: text }), all('1.0')],
  ['another newer version', twoVersions({ Id: text }, { Id: text, Size: text }), [...all('1.0'), ...all('2.0')]],
])('%s', async (_what, versions, anew) => {
  const cache = new PipelineCache();
  const before = await generated(twoVersions({ Id: text }, { Id: text }), cache);
  const after = await generated(versions, cache);
  expect(foldersAnew(before, after)).toEqual([...anew].sort());
  expect(texts(after)).toEqual(texts(await generated(versions, new PipelineCache())));
});

it('generates everything again for other names', async () => {
  const [cache, versions] = [new PipelineCache(), twoVersions({ Id: text }, { Id: text })];
  const before = await generated(versions, cache);
  const after = await generated(versions, cache, { naming: { scope: '@other' } });
  expect(foldersAnew(before, after)).toEqual([...all('1.0'), ...all('2.0')].sort());
});

it('generates the packages of an emitter again that was loaded again', async () => {
  const [cache, versions] = [new PipelineCache(), twoVersions({ Id: text }, { Id: text })];
  const before = await generated(versions, cache);
  const after = await generated(versions, cache, {}, loadCounted());
  expect(foldersAnew(before, after)).toEqual(bothVersions('count'));
});

it.each<[option: string, Partial<EmitOptions>, readonly string[]]>([
  // A package is generated again with those whose symbols it mentions.
  [
    'the types',
    { options: { types: { paths: true } } },
    [...all('1.0'), ...all('2.0')].filter((folder) => !/(contract|count)$/.test(folder)),
  ],
  // The reference shows calls of clients and handlers of servers.
  ['the clients', { options: { client: { runtime: 'engine' } } }, ['client', 'docs'].flatMap(bothVersions)],
  ['the servers', { options: { server: { dialect: 'engine' } } }, ['server', 'docs'].flatMap(bothVersions)],
  ['the reference', { options: { docs: { curl: '--silent' } } }, ['docs'].flatMap(bothVersions)],
  ['the conversions', { options: { conversion: { ignoresUnknown: true } } }, ['v1.0/conversion']],
  ['a custom emitter', { options: { count: { size: 1 } } }, bothVersions('count')],
  ['the head', { head: () => ['Generated.'] }, [...all('1.0'), ...all('2.0')]],
])('generates again what an option of %s changes', async (_option, more, anew) => {
  const [cache, versions] = [new PipelineCache(), twoVersions({ Id: text }, { Id: text })];
  const before = await generated(versions, cache);
  const after = await generated(versions, cache, more);
  expect(texts(after)).toEqual(texts(await generated(versions, new PipelineCache(), more)));
  expect(foldersAnew(before, after)).toEqual([...anew].sort());
});

it('stores nothing of a computation that fails', async () => {
  const cache = new PipelineCache();
  const failing = () => {
    throw new Error('no');
  };
  expect(() => cache.getSync('key', () => ['input'], failing)).toThrow('no');
  await expect(
    cache.get(
      'key',
      () => ['input'],
      () => Promise.reject(new Error('no')),
    ),
  ).rejects.toThrow('no');
  expect(
    cache.getSync(
      'key',
      () => ['input'],
      () => 'result',
    ),
  ).toBe('result');
  expect(await cache.get('key', () => ['input'], failing)).toBe('result');
});

it('emits the packages of a kind side by side, and releases what they retain before the next kind', async () => {
  const order: string[] = [];
  const retained: WeakRef<object>[] = [];
  const emitterOf = (name: string) =>
    customEmitter(
      {
        name,
        emit: async ({ api }: { readonly api: { readonly version: string } }) => {
          // A reference holds its object until the end of a task.
          await setImmediate();
          gc();
          const isHeld = retained.map((one) => one.deref() !== undefined);
          order.push(`${name} ${api.version}, of ${isHeld.length} are held ${isHeld.filter(Boolean).length}`);
          const large = { version: api.version };
          retained.push(new WeakRef(large));
          return { manifest: { description: name }, retained: large };
        },
      },
      `${name}.ts`,
    );
  const steps = new Steps(() => undefined);
  const timeline = timelineOf(twoVersions({ Id: text }, { Id: text }), steps);
  const emitters = [emitterOf('shelf'), emitterOf('label')];
  const options = { naming: { scope: '@acme' }, emitters, workspace: false, head: () => [] };
  const files = await filesOf(timeline, options, steps);
  expect(order).toEqual([
    'shelf 2.0, of 0 are held 0',
    'shelf 1.0, of 1 are held 1',
    'label 2.0, of 2 are held 0',
    'label 1.0, of 3 are held 1',
  ]);
  // The files are in the order of the versions.
  const folders = [...new Set(files.map(({ path }) => path.split('/').slice(0, 2).join('/')))];
  expect(folders).toEqual(['v2.0/shelf', 'v2.0/label', 'v1.0/shelf', 'v1.0/label']);
});

/** Collects what is not held any more. */
function gc(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
