/** Documents of one configuration are versions of one API, each of another version, which every command uses. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

function put(name: string, content: object): void {
  writeFileSync(join(folder, name), JSON.stringify(content));
}

/** Writes a document. Operations are written as `GET /pets`, or `GET /pets as PetList` with an operation ID. */
function putDocument(name: string, version: string, ...operations: readonly string[]): void {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const [, method = '', path = '', operationId] = /^(\S+) (\S+)(?: as (\S+))?$/.exec(operation) ?? [];
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => {
      return { name: parameter, in: 'path', required: true, schema: { type: 'string' } };
    });
    const described = { ...(operationId && { operationId }), parameters, responses: { 204: { description: 'Done.' } } };
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  }
  put(name, { openapi: '3.1.0', info: { title: name, version }, paths });
}

const generate = (...args: readonly string[]) => ladingIn(folder, 'generate', '--quiet', ...args);

it.each([
  ['nothing', ['GET /pets as PetList'], ['GET /bills as BillList']],
  ['a path with another method', ['GET /pets', 'GET /pets/{id}'], ['POST /pets', 'GET /bills/{id}']],
])('rejects documents that share %s', async (_, one, other) => {
  putDocument('pets.json', '1.0', ...one);
  putDocument('bills.json', '2.0', ...other);
  put('lading.config.json', { documents: ['pets.json', 'bills.json'] });
  const { status, stderr } = await generate();
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^VERSION_UNRELATED: .*"1\.0" and "2\.0" share no operation.* \(pets\.json, bills\.json\)\. Generate each/,
  );
  // One of them shares an operation with neither of its neighbours.
  putDocument('newest.json', '3.0', ...other);
  put('lading.config.json', { documents: ['newest.json', 'pets.json', 'bills.json'] });
  expect((await generate()).stderr).toContain('(pets.json, bills.json)');
  expect((await ladingIn(folder, 'ir')).stderr).toContain('VERSION_UNRELATED');
});

it.each([
  ['an operation ID', 'GET /v1/pets as PetList', 'GET /v2/animals as PetList'],
  ['method and path, whatever a parameter is called', 'GET /pets/{id} as PetGet', 'GET /pets/{petId} as AnimalGet'],
])('accepts documents that share %s', async (_, one, other) => {
  putDocument('old.json', '1.0', one, 'GET /old as Old');
  putDocument('new.json', '2.0', other, 'GET /new as New');
  put('lading.config.json', { documents: ['old.json', 'new.json'] });
  expect(await generate()).toMatchObject({ status: 0, stderr: '' });
});

it('accepts documents whose operations get one name, and a filter that leaves no shared operation', async () => {
  putDocument('old.json', '1.0', 'GET /pets as listPets');
  putDocument('new.json', '2.0', 'GET /animals as listAnimals');
  const documents = ['old.json', 'new.json'];
  put('lading.config.json', { documents, names: { operations: { listPets: 'listAnimals' } } });
  expect(await generate()).toMatchObject({ status: 0, stderr: '' });
  putDocument('old.json', '1.0', 'GET /pets as listPets', 'GET /toys as listToys');
  putDocument('new.json', '2.0', 'GET /toys as listToys');
  put('lading.config.json', { documents, operations: { include: { paths: ['/pets'] } } });
  expect((await generate()).stderr).not.toContain('VERSION_UNRELATED');
});

it('rejects two documents of one version before anything else', async () => {
  putDocument('one.json', '1.0', 'GET /pets as PetList');
  putDocument('two.json', '1.0', 'GET /bills as BillList');
  put('lading.config.json', {
    documents: ['one.json', 'two.json'],
    corrections: ['missing'],
    names: { operations: { nothing: 'something' } },
    emitters: ['conversion'],
  });
  for (const command of [['generate'], ['ir'], ['diff', '1.0', '2.0']])
    expect((await ladingIn(folder, ...command)).stderr).toMatch(
      /^VERSION_DUPLICATE: Two documents describe version "1\.0" \(one\.json, two\.json\)/,
    );
  for (const version of ['1.0.0', 'v1.0']) {
    putDocument('two.json', version, 'GET /pets as PetList');
    expect((await generate()).stderr, version).toContain('VERSION_DUPLICATE');
  }
  expect((await generate('--document', 'one.json', '--document', 'two.json', '--out', 'out')).stderr).toContain(
    'VERSION_DUPLICATE',
  );
});

it.each([
  ['1', '2'],
  ['v1', 'v2'],
  ['4.1.0', '5.0.0'],
  ['2024-05-01', '2025-02-03'],
])('compares the versions %s and %s of documents', async (older, newer) => {
  putDocument('old.json', older, 'GET /pets as PetList');
  putDocument('new.json', newer, 'GET /pets as PetList', 'GET /toys as ToyList');
  put('lading.config.json', { documents: ['old.json', 'new.json'] });
  expect(await ladingIn(folder, 'diff', older, newer)).toMatchObject({ stdout: expect.stringContaining('ToyList') });
  expect((await ladingIn(folder, 'diff', older, '9')).stderr).toMatch(/^VERSION_UNKNOWN: There is no version "9"/);
  expect((await ladingIn(folder, 'diff', older, 'newer.json')).stderr).toMatch(/^READ_MISSING/);
});

it('uses the versions of the configuration in every command', async () => {
  putDocument('old.json', '1.0', 'GET /pets as PetList');
  putDocument('new.json', '1.0', 'GET /pets as PetList', 'GET /toys as ToyList');
  const versions = { 'old.json': '2024-05-01', 'new.json': '2025-02-03' };
  put('lading.config.json', { documents: Object.entries(versions).map(([file, version]) => ({ file, version })) });
  expect(await generate()).toMatchObject({ status: 0, stderr: '' });
  const ir = JSON.parse((await ladingIn(folder, 'ir')).stdout) as { versions: { version: string }[] };
  expect(ir.versions.map(({ version }) => version)).toEqual(['2025-02-03', '2024-05-01']);

  for (const pair of [Object.keys(versions), Object.values(versions)]) {
    expect((await ladingIn(folder, 'diff', ...pair)).stdout).toMatch(/^2024-05-01 → 2025-02-03\n/);
    const { stdout } = await ladingIn(folder, 'derive', ...pair);
    expect(stdout).toContain('2025-02-03');
    expect(stdout).toMatch(/extends: old\.json/);
  }
  const derived = (await ladingIn(folder, 'derive', 'old.json', 'new.json', '--json')).stdout;
  expect((JSON.parse(derived) as { info: object }).info).toMatchObject({ version: '2025-02-03' });
  writeFileSync(join(folder, 'overlay.json'), derived);
  const applied = JSON.parse((await ladingIn(folder, 'apply', 'old.json', 'overlay.json', '--json')).stdout) as object;
  expect(applied).toMatchObject({ info: { version: '2025-02-03' }, paths: { '/toys': {} } });

  // The overlay takes the place of the document that it was derived from.
  put('lading.config.json', {
    documents: [{ file: 'old.json', version: '2024-05-01' }],
    overlays: ['overlay.json'],
    emitters: ['types', 'client'],
  });
  expect(await generate('--out', 'from-overlay')).toMatchObject({ status: 0, stderr: '' });
});
