/** Code examples of calls use what clients of any API return. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import type { GroupPage } from '../docs/index.js';
import { emit } from '../../testing/emitter/index.js';

const pet: JsonObject = { type: 'object', properties: { name: { type: 'string' } } };
const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

/** Returns the example of the call of an operation with these responses. */
async function sampleOf(
  contents: Readonly<Record<string, JsonObject>>,
  more: JsonObject = {},
  servers: readonly JsonObject[] = [{ url: 'https://pets.test' }],
): Promise<string> {
  const responses = Object.fromEntries(
    Object.entries(contents).map(([status, content]) => [
      status,
      { description: '', ...(Object.keys(content).length > 0 && { content }) },
    ]),
  );
  const document = {
    openapi: '3.2.0',
    info: { title: 'Pets', version: '1.0' },
    servers,
    tags: [{ name: 'Pet' }],
    paths: { '/pets': { get: { operationId: 'PetDo', tags: ['Pet'], responses, ...more } } },
  };
  const files = await emit([document], ['client', ['docs', { data: true }]], { scope: '@pets' });
  const page = files.get('v1.0/docs/gen/pages/groups/pet.json') ?? '{}';
  return (JSON.parse(page) as GroupPage).operations[0]?.code.client ?? '';
}

const bytes = { type: 'string', format: 'binary' };

it.each<[string, Parameters<typeof sampleOf>, lines: string]>([
  [
    'several bodies',
    [{ 200: json(pet), 202: { 'text/plain': { schema: { type: 'string' } } } }],
    'const { status, body } = await client.pet.do();\nconsole.log(status, body);',
  ],
  [
    'bytes',
    [{ 200: { 'image/png': { schema: bytes } } }],
    "await promises.writeFile('download', await client.pet.do());",
  ],
  [
    'events',
    [{ 200: { 'text/event-stream': { schema: pet } } }],
    'for await (const item of await client.pet.do()) {\n  console.log(item);\n}',
  ],
  [
    'pages',
    [{ 200: json({ type: 'array', items: pet }) }, { 'x-lading-pagination': { kind: 'link' } }],
    'for await (const item of paginate(client, petDo)) {\n  console.log(item);\n}',
  ],
  ['text', [{ 200: { 'text/plain': { schema: { type: 'string' } } } }], 'console.log(await client.pet.do());'],
  ['nothing', [{ 204: {} }], 'await client.pet.do();'],
  ['nothing, or not modified', [{ 204: {}, 304: {} }], 'await client.pet.do();'],
])('%s', async (_, given, lines) => {
  expect((await sampleOf(...given)).replace(/^[^]*createClient\(\);\n/, '')).toBe(lines);
});

it('passes the URL of an API that names none, and imports what it uses', async () => {
  const pages = { 'x-lading-pagination': { kind: 'link' } };
  const sample = await sampleOf({ 200: json({ type: 'array', items: pet }) }, pages, []);
  expect(sample).toContain("createClient({ baseUrl: 'https://api.example.com' });");
  expect(sample).toContain("import { createClient, paginate, petDo } from '@pets/client-v{version}';");
});
