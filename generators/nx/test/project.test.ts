/** The projects that the plugin of Nx infers: targets, their inputs, and inputs that are read again after a change. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { projectsOf, type PluginOptions } from '../project.js';

const workspaceRoot = temporaryFolder();
const date = new Date(1e12);
const write = (path: string, content: object | string): void => {
  mkdirSync(dirname(join(workspaceRoot, path)), { recursive: true });
  writeFileSync(join(workspaceRoot, path), typeof content === 'string' ? content : JSON.stringify(content));
  utimesSync(join(workspaceRoot, path), date, date);
};
const document = (schema: object) => ({
  openapi: '3.1.0',
  info: { title: 'Box', version: '1.0' },
  paths: {},
  components: { schemas: { Box: schema } },
});
const inWorkspace = (...paths: readonly string[]) => paths.map((path) => `{workspaceRoot}/${path}`);

async function inferred(folders: readonly string[], options?: PluginOptions) {
  const files = folders.map((folder) => `${folder}/lading.config.json`);
  const found = await projectsOf(files, options, { workspaceRoot });
  expect(found.map(([file]) => file)).toEqual(files);
  return found.flatMap(([, { projects }]) => Object.values(projects));
}

const targetsOf = async (folder: string) => (await inferred([folder]))[0]?.targets ?? {};

beforeAll(() => {
  write('apis/box/api.json', document({ $ref: 'parts/box.json' }));
  write('apis/box/parts/box.json', { type: 'string' });
  write('apis/box/lading.config.json', { documents: ['api.json'], emitters: ['types'] });
});

it('names a project by its folder, by more of its path if two have one name, and not if it has a name', async () => {
  write('other/box/lading.config.json', { documents: ['api.json'] });
  write('named/lading.config.json', { documents: ['api.json'] });
  write('named/package.json', { name: '@acme/named' });
  const namesOf = async (...folders: readonly string[]) =>
    (await inferred(folders)).map(({ root, name }) => [root, name]);
  expect(await namesOf('apis/box', 'named')).toEqual([
    ['apis/box', 'box'],
    ['named', undefined],
  ]);
  expect(await namesOf('apis/box', 'other/box')).toEqual([
    ['apis/box', 'apis-box'],
    ['other/box', 'other-box'],
  ]);
});

it('infers targets of the names in the options', async () => {
  const [project] = await inferred(['apis/box'], { generateTargetName: 'emit', checkTargetName: 'verify' });
  expect(Object.keys(project?.targets ?? {})).toEqual(['emit', 'verify']);
});

it('reads what a configuration names, and caches by it', async () => {
  const inputs = inWorkspace('apis/box/api.json', 'apis/box/lading.config.json', 'apis/box/parts/box.json');
  const { generate, check } = await targetsOf('apis/box');
  expect(generate).toMatchObject({ command: 'lading generate', cache: true, options: { cwd: 'apis/box' }, inputs });
  expect(generate?.outputs).toEqual(
    expect.arrayContaining(
      inWorkspace('apis/box/generated/package.json', 'apis/box/generated/*/*/!(dist|node_modules)'),
    ),
  );
  expect(check).toMatchObject({
    command: 'lading generate --check',
    inputs: [...inputs, ...inWorkspace('apis/box/generated/**/*')],
  });
  expect(check).not.toHaveProperty('outputs');
});

it('infers targets for each of several APIs of a configuration', async () => {
  write('apis/lid/api.json', document({ type: 'string' }));
  write('apis/both/lading.config.json', {
    apis: {
      boxes: { documents: ['../box/api.json'], out: 'out/boxes' },
      lids: { documents: ['../lid/api.json'], scope: '@lids' },
    },
  });
  const targets = await targetsOf('apis/both');
  const read = Object.entries(targets).map(([name, { inputs }]) => [
    name,
    inputs.filter((one) => !String(one).endsWith('**/*')).sort(),
  ]);
  const [config = '', box = '', part = '', lid = ''] = inWorkspace(
    ...['both/lading.config.json', 'box/api.json', 'box/parts/box.json', 'lid/api.json'].map((path) => `apis/${path}`),
  );
  expect(Object.fromEntries(read)).toEqual({
    generate: [config, box, part, lid],
    check: [config, box, part, lid],
    'generate-boxes': [config, box, part],
    'check-boxes': [config, box, part],
    'generate-lids': [config, lid],
    'check-lids': [config, lid],
  });
  const { generate, 'generate-lids': ofLids, 'check-boxes': check } = targets;
  expect(ofLids).toMatchObject({
    command: 'lading generate --api lids',
    metadata: { technologies: ['lading'], description: 'Generate packages from the documents of lids' },
  });
  expect(check).toMatchObject({
    command: 'lading generate --check --api boxes',
    metadata: { description: 'Verify that the generated packages of boxes are up to date' },
  });
  const folders = inWorkspace('apis/both/out/boxes', 'apis/both/generated/lids');
  expect(generate?.outputs).toEqual(expect.arrayContaining(folders.map((path) => `${path}/package.json`)));
  expect(ofLids?.outputs?.every((path) => path.startsWith(folders[1] ?? ''))).toBe(true);
});

it('reads a configuration again only if the time or the size of an input has changed', async () => {
  const part = (name: string) => document({ $ref: `parts/${name}.json` });
  const inputs = async () =>
    (await targetsOf('apis/box'))['generate']?.inputs.filter((one) => /parts/.test(String(one)));
  write('apis/box/parts/lid.json', { type: 'string' });
  write('apis/box/parts/large.json', { type: 'string' });
  expect(await inputs()).toEqual(inWorkspace('apis/box/parts/box.json'));
  write('apis/box/api.json', part('lid'));
  expect(await inputs()).toEqual(inWorkspace('apis/box/parts/box.json'));
  utimesSync(join(workspaceRoot, 'apis/box/api.json'), date, new Date(2e12));
  expect(await inputs()).toEqual(inWorkspace('apis/box/parts/lid.json'));
  write('apis/box/api.json', part('large'));
  expect(await inputs()).toEqual(inWorkspace('apis/box/parts/large.json'));
});

it('does not cache what is generated outside of the workspace', async () => {
  write('apis/out/lading.config.json', { documents: ['../box/api.json'], out: '../../../out' });
  const { generate, check } = await targetsOf('apis/out');
  expect(generate).toMatchObject({ cache: false });
  expect(generate).not.toHaveProperty('outputs');
  expect(check?.inputs).toEqual(generate?.inputs);
});

it('does not cache what reads files outside of the workspace', async () => {
  const far = join(temporaryFolder(), 'api.json');
  writeFileSync(far, JSON.stringify(document({ type: 'string' })));
  write('apis/far/lading.config.json', { documents: [far] });
  const { generate } = await targetsOf('apis/far');
  expect(generate).toMatchObject({ cache: false, inputs: inWorkspace('apis/far/lading.config.json') });
});

it('takes every file of a project whose inputs cannot be read, and reads them once they can be', async () => {
  write('apis/late/lading.config.json', { documents: ['api.json'] });
  const { generate, check } = await targetsOf('apis/late');
  expect(generate?.inputs).toEqual(['{projectRoot}/**/*']);
  expect(generate?.outputs).toEqual(expect.arrayContaining(inWorkspace('apis/late/generated/package.json')));
  expect(check?.inputs).toEqual(['{projectRoot}/**/*', ...inWorkspace('apis/late/generated/**/*')]);
  write('apis/late/api.json', document({ type: 'string' }));
  expect((await targetsOf('apis/late'))['generate']?.inputs).toEqual(
    inWorkspace('apis/late/api.json', 'apis/late/lading.config.json'),
  );
});
