/** Conversions between two documents without an overlay: derived where schemas decide, hooks where they do not. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

/** A shop in which orders, and answers to them, have further properties. */
function shop(version: string, order: object, isRequired: boolean): object {
  const properties = { item: { type: 'string' }, ...order };
  const schema = { type: 'object', properties, required: isRequired ? Object.keys(properties) : ['item'] };
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: '', content } };
  return {
    openapi: '3.0.3',
    info: { title: 'Shop', version },
    paths: {
      '/orders': {
        get: { operationId: 'listOrders', tags: ['orders'], responses },
        post: { operationId: 'createOrder', tags: ['orders'], requestBody: { content }, responses },
      },
    },
  };
}

let folder = '';
beforeAll(() => {
  folder = temporaryFolder();
  const documents = {
    'old.json': shop('1.0', {}, true),
    'optional.json': shop('2.0', { count: { type: 'integer' } }, false),
    'required.json': shop('2.0', { count: { type: 'integer' } }, true),
  };
  for (const [name, document] of Object.entries(documents)) writeFileSync(join(folder, name), JSON.stringify(document));
});

/** Generates the conversions between two documents, and returns the hooks that each direction needs. */
async function hooksBetween(...documents: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const options = documents.flatMap((document) => ['--document', document]);
  const run = await ladingIn(folder, 'generate', ...options, '--out', 'out', '--conversions', '--quiet');
  expect(run).toMatchObject({ status: 0, stderr: '' });
  const text = readFileSync(join(folder, 'out/v1.0/conversion/gen/clients.ts'), 'utf8');
  const found = [...text.matchAll(/interface (\w+Hooks) \{(.*?)\}\n(?=\n|$)/gs)].map(([, name = '', body = '']) => {
    const code = body.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ');
    return [name, [...code.matchAll(/readonly (\w+): (\{.*?\});/g)].map(([, hook, type]) => `${hook} ${type}`)];
  });
  return Object.fromEntries(found) as Readonly<Record<string, readonly string[]>>;
}

it('needs one pair of functions, typed by both versions, for what a version always has and the other does not', async () => {
  expect(await hooksBetween('old.json', 'required.json')).toEqual({
    OlderClientHooks: ['countOfCreateOrder { readonly request: ConvertValue<undefined, unknown, number> }'],
    NewerClientHooks: [
      'countOfListOrders { readonly response: ConvertValue<undefined, unknown, number> }',
      'countOfCreateOrder { readonly request: ConvertValue<number | undefined, unknown, undefined> }',
    ],
  });
  const text = readFileSync(join(folder, 'out/v1.0/conversion/gen/clients.ts'), 'utf8');
  expect(text.replace(/[\s*]+/g, ' ')).toContain('. Converts `count of CreateOrder`. In CreateOrder. ');
});

it('derives what schemas decide', async () => {
  expect(await hooksBetween('optional.json', 'old.json')).toMatchObject({ OlderClientHooks: [] });
});

it('prints an overlay that makes the second document, under its version', async () => {
  const { status, stdout } = await ladingIn(folder, 'derive', 'required.json', 'old.json');
  expect(status).toBe(0);
  writeFileSync(join(folder, 'overlay.yaml'), stdout);
  const config = { documents: ['required.json'], overlays: ['overlay.yaml'], out: 'derived' };
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
  const run = await ladingIn(folder, 'generate', '--json');
  expect({ ...run, stdout: '' }).toMatchObject({ status: 0, stderr: '' });
  const { versions } = JSON.parse(run.stdout) as { readonly versions: readonly { readonly version: string }[] };
  expect(versions.map(({ version }) => version)).toEqual(['2.0', '1.0']);
});
