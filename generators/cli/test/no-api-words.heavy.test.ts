/** The generator is independent of any API: neither its sources nor the packages of a pet shop contain words of another one. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OutputFile } from '../../code/index.js';
import { apiWordsIn } from '../../testing/api-words.js';
import { generateRequest } from '../../generate/generate-request.js';
import { generate } from '../../generate/generate.js';
import { Steps } from '../../generate/steps.js';

const generators = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const others = new Set(['node_modules', 'dist', 'test', 'testing', 'examples', 'docs']);

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return others.has(entry.name) && dirname(path) === folder && !isEmitter(path) ? [] : sourcesIn(path);
    return /\.(ts|mjs|json)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** `emit/docs` is a source; `docs` is prose for users of this repository. */
function isEmitter(path: string): boolean {
  return relative(generators, path) === join('emit', 'docs');
}

test('no source of the generator holds a word of one API', () => {
  const sources = sourcesIn(generators);
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.map((path) => [relative(generators, path), apiWordsIn(readFileSync(path, 'utf8'))] as const);
  expect(found.filter(([, words]) => words.length > 0)).toEqual([]);
});

const petShop = `
openapi: 3.1.0
info: { title: Pet shop, version: '2.0', description: Sells pets. }
servers: [{ url: 'https://pets.example.com/v2.0' }]
tags: [{ name: Pet, x-displayName: Pets }]
x-lading-state-sets:
  pet-status:
    fields: [Pet.status]
    values: { available: It can be bought., sold: It has a home. }
    transitions: [{ from: available, to: sold, on: sale }]
paths:
  /pets:
    get:
      operationId: PetList
      tags: [Pet]
      summary: List pets
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 20 } }
        - { name: name, in: query, schema: { type: string } }
      responses:
        '200':
          description: The pets.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } }
    post:
      operationId: PetCreate
      tags: [Pet]
      summary: Add a pet
      parameters: [{ name: X-Trace, in: header, schema: { type: string, contentMediaType: application/json, contentEncoding: base64url, contentSchema: { type: object, properties: { id: { type: string } } } } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses:
        '201': { description: It was added., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        '409': { description: The name is taken., content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
  /pets/{id}/photo:
    put:
      operationId: PetPhoto
      tags: [Pet]
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/x-tar: { schema: { type: string, format: binary } } } }
      responses: { '200': { description: Stored. }, '404': { description: No such pet. } }
  /pets/events:
    get:
      operationId: PetEvents
      tags: [Pet]
      responses: { '200': { description: News., content: { application/x-ndjson: { schema: { $ref: '#/components/schemas/Pet' } } } } }
components:
  schemas:
    Problem: { type: object, required: [message], properties: { message: { type: string } } }
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: string, x-lading-since: '1.0' }
        name: { type: string }
        status: { type: string, enum: [available, sold] }
        Image: { type: string }
        Created: { type: string, format: date-time }
        Size: { type: integer, format: int64 }
        tags: { type: object, additionalProperties: { type: string } }
        chip: { type: string, deprecated: true, x-lading-deprecated-since: '2.0' }
        owner: { type: string, x-lading-since: '2.0' }
`;

const earlier = `
overlay: 1.0.0
info: { title: Pet shop 1.0, version: '1.0' }
extends: pets.yaml
actions:
  - { target: $.info, update: { version: '1.0' } }
  - target: $.components.schemas.Pet.properties.owner
    description: A pet had no owner.
    x-lading-difference: owner
    x-lading-conversion-rules:
      - { direction: request.downgrade, rule: drop, at: { schema: Pet.owner }, description: The owner is left out. }
    remove: true
`;

describe('the packages of a pet shop', () => {
  const folder = temporaryFolder();
  let files: readonly OutputFile[] = [];

  beforeAll(async () => {
    const config = {
      documents: ['pets.yaml'],
      overlays: ['earlier.yaml'],
      emitters: ['types', 'client', 'server', 'docs', 'conversion'],
    };
    const texts = { 'pets.yaml': petShop, 'earlier.yaml': earlier, 'lading.config.json': JSON.stringify(config) };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    const job = await generateRequest({ config: join(folder, 'lading.config.json') });
    ({ files } = await generate(job, new Steps(() => {})));
  }, 60_000);

  test('are of every kind, of both versions', () => {
    const folders = new Set(files.map(({ path }) => path.split('/').slice(0, 2).join('/')));
    const kinds = ['client', 'docs', 'server', 'types'];
    const wanted = [...kinds.flatMap((kind) => [`v1.0/${kind}`, `v2.0/${kind}`]), 'v1.0/conversion'];
    expect([...folders]).toEqual(expect.arrayContaining(wanted));
  });

  test('hold no word of another API', () => {
    const found = files.map(({ path, text }) => [path, apiWordsIn(text)] as const);
    expect(found.filter(([, words]) => words.length > 0)).toEqual([]);
  });

  test('call the server that the document names', () => {
    const page = files.find(({ path }) => path === 'v2.0/docs/gen/groups/pet.md')?.text;
    expect(page).toContain("curl 'https://pets.example.com/v2.0/pets");
  });

  test('have a page for what there is, and none that is empty', () => {
    const pages = files.flatMap(({ path }) => /^v2\.0\/docs\/gen\/([a-z-]+)\.md$/.exec(path)?.[1] ?? []);
    expect(pages.sort()).toEqual(['errors', 'index', 'limits', 'states', 'versioning']);
  });
});
