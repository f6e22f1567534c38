/** Configurations of several APIs: what each command does with them, and what they cannot contain. */
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  put('billing.json', document('Billing', '1.0', 'Invoice'));
  put('orders-1.json', document('Orders', '1.0', 'Order'));
  put('orders-2.json', document('Orders', '2.0', 'Order', 'Basket'));
});

function document(title: string, version: string, ...ids: readonly string[]) {
  const paths = ids.map((id) => [
    `/${id}`,
    { get: { operationId: `${id}List`, tags: [id], responses: { 204: { description: 'None.' } } } },
  ]);
  return { openapi: '3.1.0', info: { title, version }, paths: Object.fromEntries(paths) as object };
}

function put(path: string, content: object): void {
  writeFileSync(join(folder, path), JSON.stringify(content));
}

const apis = {
  billing: { documents: ['billing.json'] },
  orders: {
    documents: ['orders-1.json', 'orders-2.json'],
    emitters: [['client', { readme: 'read.md' }]],
    scope: '@orders',
  },
};
const config = { apis, emitters: [['types', { paths: false }]], scope: '@acme', workspace: false };

async function lading(...args: readonly string[]) {
  return ladingIn(folder, ...args);
}

/** Generates by a configuration. */
async function generate(content: object, ...args: readonly string[]) {
  put('lading.config.json', content);
  writeFileSync(join(folder, 'read.md'), 'Read {{name}}.');
  const { status, stderr } = await lading('generate', '--quiet', ...args);
  return { status, stderr };
}

const done = { status: 0, stderr: '' };
const refused = (text: string, status = 1) => ({ status, stderr: `${text}\n` });
const text = (path: string) => readFileSync(join(folder, path), 'utf8');
const names = (out: string) =>
  readdirSync(join(folder, out), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('/package.json') && !path.includes('node_modules'))
    .map((path) => (JSON.parse(text(`${out}/${path}`)) as { name: string }).name)
    .sort();

/** All files below a folder. */
const contents = (path: string) =>
  Object.fromEntries(
    readdirSync(join(folder, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(join(folder, path).length), readFileSync(file, 'utf8')]),
  );

describe('generate', () => {
  it('generates each API into a folder of its own, with names of its own', async () => {
    expect(await generate(config)).toEqual(done);
    expect(names('generated/billing')).toEqual(['@acme/billing-types-v1.0']);
    expect(names('generated/orders')).toEqual(
      ['client', 'contract', 'types'].flatMap((kind) => ['1.0', '2.0'].map((of) => `@orders/orders-${kind}-v${of}`)),
    );
    expect(text('generated/orders/v1.0/client/README.md')).toContain('Read @orders/orders-client-v1.0.');
  });

  it('writes the same bytes as a configuration for each API alone', async () => {
    expect(await generate(config)).toEqual(done);
    const together = ['billing', 'orders'].map((name) => contents(`generated/${name}`));
    const { apis: _, ...shared } = config;
    for (const [name, own] of Object.entries(apis)) {
      const alone = { ...shared, ...own, out: 'alone', packageName: `${name}-{kind}-v{version}` };
      expect(await generate(alone)).toEqual(done);
      expect(contents('alone')).toEqual(together.shift());
    }
  });

  it('generates the API that --api names, and leaves the others', async () => {
    expect(await generate(config, '--api', 'billing')).toEqual(done);
    expect(existsSync(join(folder, 'generated/orders'))).toBe(false);
    expect(await generate(config, '--api', 'order')).toEqual(
      refused('USAGE: The configuration has no API "order" (lading.config.json). Write "orders".', 2),
    );
    expect(await generate({ ...config.apis.billing }, '--api', 'billing')).toEqual(
      refused('USAGE: The configuration has no "apis" (lading.config.json). Remove --api.', 2),
    );
  });

  it('writes to a folder for each API in that of --out', async () => {
    expect(await generate(config, '--out', 'elsewhere')).toEqual(done);
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['billing', 'orders']);
  });

  it('checks all APIs, and names the one that is stale', async () => {
    await generate(config);
    expect(await lading('generate', '--check')).toMatchObject({
      status: 0,
      stdout: 'billing:\nAll generated files are up to date.\norders:\nAll generated files are up to date.\n',
    });
    writeFileSync(join(folder, 'generated/orders/v1.0/types/gen/index.ts'), '');
    expect(await lading('generate', '--check', '--quiet')).toMatchObject({
      status: 3,
      stdout: 'orders:\nstale     v1.0/types/gen/index.ts\n1 files differ; run lading generate.\n',
    });
    expect(await lading('generate', '--check', '--api', 'billing')).toMatchObject({ status: 0 });
  });

  it('prints a summary of each as JSON', async () => {
    await generate(config);
    const { stdout } = await lading('generate', '--json');
    const { apis: summaries } = JSON.parse(stdout) as { apis: Record<string, { versions: readonly object[] }> };
    expect(Object.keys(summaries)).toEqual(['billing', 'orders']);
    expect(summaries['orders']?.versions).toHaveLength(2);
  });

  it('writes nothing of any API if the input of one is wrong', async () => {
    put('orders-2.json', { openapi: '3.1.0' });
    expect(await generate(config)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('orders-2.json') as string,
    });
    expect(existsSync(join(folder, 'generated'))).toBe(false);
  });

  it('warns of keys of earlier configurations where they are', async () => {
    put('lading.config.json', {
      apis: { ...apis, billing: { ...apis.billing, paths: false } },
      client: { runtime: 'fetch' },
    });
    expect((await lading('generate', '--api', 'billing')).stdout).toContain(
      'lading.config.json#/apis/billing/paths\n         "paths" is an option of the emitter "types": in "emitters", write ["types",{"paths":false}]',
    );
    const { apis: _, ...rest } = {
      ...config,
      apis: { orders: { documents: ['orders-1.json'], emitters: ['client'] } },
    };
    put('lading.config.json', {
      ...rest,
      apis: { orders: { ...apis.orders, emitters: ['client'] } },
      client: { runtime: 'fetch' },
    });
    expect((await lading('generate')).stdout).toContain('lading.config.json#/client/runtime\n');
  });
});

describe('a configuration of several APIs', () => {
  const two = (more: object) => ({ ...config, apis: { ...apis, orders: { ...apis.orders, ...more } } });

  it.each<[string, object, string]>([
    [
      'documents beside them',
      { ...config, documents: ['billing.json'] },
      'CONFIG_STRUCTURE: "documents" belongs to one API (lading.config.json#/documents). Move it into an API of "apis".',
    ],
    [
      'an API without documents',
      { ...config, apis: { ...apis, orders: {} } },
      'CONFIG_STRUCTURE: The API "orders" has no documents (lading.config.json#/apis/orders). Add "documents", an array of files, or "spec", a folder.',
    ],
    [
      'an output folder twice',
      two({ out: './generated/billing/' }),
      'CONFIG_STRUCTURE: The output folder ./generated/billing/ of the API "orders" is that of "billing", or one contains the other (lading.config.json#/apis/orders/out). Name another folder.',
    ],
    [
      'an output folder in another one',
      two({ out: 'generated' }),
      'CONFIG_STRUCTURE: The output folder generated of the API "orders" is that of "billing", or one contains the other (lading.config.json#/apis/orders/out). Name another folder.',
    ],
    [
      'an output folder that is a link to another one',
      two({ out: 'link/billing' }),
      'CONFIG_STRUCTURE: The output folder link/billing of the API "orders" is that of "billing", or one contains the other (lading.config.json#/apis/orders/out). Name another folder.',
    ],
    [
      'the same names of packages',
      { ...two({ scope: '@acme' }), packageName: '{kind}-v{version}' },
      'CONFIG_STRUCTURE: The packages of the APIs "billing" and "orders" have the same names (lading.config.json#/apis/orders/packageName). Write {api} in the name, such as "{api}-{kind}-v{version}", or use another scope.',
    ],
    [
      'a wrong option of an API',
      two({ emitters: [['client', { runtime: 'fast' }]] }),
      'CONFIG_STRUCTURE: "fast" must be equal to one of the allowed values (lading.config.json#/apis/orders/emitters/0/1/runtime).',
    ],
    [
      'a wrong option that all share',
      { ...config, emitters: [['types', { path: false }]] },
      'CONFIG_STRUCTURE: Unknown key "path" (lading.config.json#/emitters/0/1/path). Write "paths".',
    ],
    [
      'an unknown key of an API',
      two({ colour: 'red' }),
      'CONFIG_STRUCTURE: Unknown key "colour" (lading.config.json#/apis/orders/colour). Name one of',
    ],
    [
      'APIs in an API',
      two({ apis }),
      'CONFIG_STRUCTURE: The API "orders" has "apis" (lading.config.json#/apis/orders/apis). Move them beside it.',
    ],
    [
      'a name that is no folder',
      { ...config, apis: { '../orders': apis.orders } },
      'CONFIG_STRUCTURE: "../orders" is not allowed here',
    ],
    ['no API', { ...config, apis: {} }, 'CONFIG_STRUCTURE: {} '],
    [
      'the name of an API where there is one',
      { ...apis.billing, packageName: '{api}-{kind}-v{version}' },
      'CONFIG_STRUCTURE: The name of the packages contains {api}, but the configuration has no "apis" (lading.config.json#/packageName). Remove it from the name.',
    ],
  ])('cannot contain %s', async (_what, content, message) => {
    mkdirSync(join(folder, 'generated'));
    symlinkSync(join(folder, 'generated'), join(folder, 'link'));
    const { status, stderr } = await generate(content);
    expect(status).toBe(1);
    expect(stderr.slice(0, message.length)).toBe(message);
    expect(readdirSync(join(folder, 'generated'))).toEqual([]);
  });
});

describe('commands for one API', () => {
  beforeEach(() => put('lading.config.json', config));

  it.each([
    ['ir', ['ir']],
    ['diff', ['diff', '1.0', '2.0']],
    ['bundle', ['bundle', '1.0']],
    ['derive', ['derive', '1.0', '2.0']],
    ['docs', ['docs', '--out', 'site']],
    ['bump', ['bump', 'later.json']],
  ])('%s asks which', async (_name, args) => {
    expect(await lading(...args)).toMatchObject({
      status: 2,
      stderr:
        'USAGE: The configuration has several APIs (lading.config.json). Name one: --api billing or --api orders.\n',
    });
  });

  it('ir, diff, bundle and derive use it', async () => {
    const { stdout } = await lading('ir', '--api', 'billing');
    expect((JSON.parse(stdout) as { versions: readonly object[] }).versions).toHaveLength(1);
    expect((await lading('diff', '1.0', '2.0', '--api', 'orders')).stdout).toContain('BasketList');
    expect((await lading('bundle', '2.0', '--api', 'orders', '--json')).stdout).toContain('/Basket');
    expect((await lading('derive', '1.0', '2.0', '--api', 'orders')).stdout).toContain('/Basket');
    expect((await lading('diff', 'orders-1.json', 'orders-2.json')).stdout).toContain('BasketList');
  });

  it('lint checks the documents of all, or of one', async () => {
    const wrong = document('Billing', '1.0', 'Invoice');
    put('billing.json', { ...wrong, info: { ...wrong.info, license: 1 } });
    const all = JSON.parse((await lading('lint', '--json')).stdout) as { findings: readonly { place: string }[] };
    const one = JSON.parse((await lading('lint', '--json', '--api', 'orders')).stdout) as typeof all;
    const files = ({ findings }: typeof all) => [...new Set(findings.map(({ place }) => place.split('#')[0]))].sort();
    expect(files(all)).toEqual(['billing.json', 'orders-1.json', 'orders-2.json']);
    expect(files(one)).toEqual(['orders-1.json', 'orders-2.json']);
  });
});

describe('init --api', () => {
  it('writes a configuration of one API, and adds others', async () => {
    expect(await lading('init', '--api', 'billing', '--document', 'billing.json', '--scope', '@acme')).toMatchObject({
      status: 0,
      stdout:
        'lading.config.json\n  billing.json  version 1.0\n\nNext:\n  npx lading generate\n  cd generated/billing && npm install && npm run build\n',
    });
    const more = ['--document', 'orders-1.json', '--document', 'orders-2.json', '--out', 'orders'];
    expect(await lading('init', '--api', 'orders', '--emitter', 'client', ...more)).toMatchObject({ status: 0 });
    expect(JSON.parse(text('lading.config.json'))).toEqual({
      apis: {
        billing: { documents: ['billing.json'], emitters: ['types'], scope: '@acme' },
        orders: { documents: ['orders-1.json', 'orders-2.json'], emitters: ['client'], out: 'orders' },
      },
    });
    expect(await lading('generate', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(folder, 'orders/v2.0/client'))).toBe(true);
  });

  it('writes a module', async () => {
    expect(await lading('init', '--api', 'billing', '--document', 'billing.json', '--ts')).toMatchObject({ status: 0 });
    expect(text('lading.config.ts')).toContain(
      "apis: { billing: { documents: ['billing.json'], emitters: ['types'] } },",
    );
    expect(await lading('generate', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect((await lading('init', '--api', 'orders', '--document', 'orders-1.json')).stderr).toBe(
      'CONFIG_EXISTS: The configuration is a module (lading.config.ts). Add "orders" to its "apis": { documents, emitters }.\n',
    );
  });

  it.each<[string, object, string]>([
    [
      'an API that is there',
      config,
      'CONFIG_EXISTS: The configuration has an API "orders" (lading.config.json). Edit it there.',
    ],
    [
      'one beside a single API',
      apis.billing,
      'CONFIG_EXISTS: The configuration is that of one API (lading.config.json). Move its keys into one of "apis": { "NAME": { … } }.',
    ],
    [
      'one with the output folder of another',
      { apis: { billing: { ...apis.billing, out: 'generated/orders' } } },
      'CONFIG_STRUCTURE: The output folder generated/orders of the API "orders" is that of "billing", or one contains the other (lading.config.json#/apis/orders/out). Name another folder.',
    ],
  ])('does not add %s', async (_what, content, message) => {
    put('lading.config.json', content);
    expect((await lading('init', '--api', 'orders', '--document', 'orders-1.json')).stderr).toBe(`${message}\n`);
    expect(JSON.parse(text('lading.config.json'))).toEqual(content);
  });
});
