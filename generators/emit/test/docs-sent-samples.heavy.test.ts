/** What samples send: parameters in every style, files, values that match patterns, and credentials of clients. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { emit } from '../../testing/emitter/index.js';
import type { GroupPage } from '../docs/index.js';

const text = { type: 'string' };

/** Returns the samples of an operation. */
async function samplesOf(operation: object, { path = '/pets', method = 'get', ...more }: Record<string, unknown> = {}) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0' },
    servers: [{ url: 'https://pets.test' }],
    tags: [{ name: 'Pet' }],
    paths: {
      [path as string]: {
        [method as string]: {
          operationId: 'PetDo',
          tags: ['Pet'],
          responses: { 204: { description: '' } },
          ...operation,
        },
      },
    },
    ...more,
  };
  const files = await emit([document as unknown as JsonObject], ['client', ['docs', { data: true }]], {
    scope: '@pets',
  });
  const [, page = '{}'] = [...files].find(([name]) => name.endsWith('pages/groups/pet.json')) ?? [];
  const { curl = '', client = '', python = '' } = (JSON.parse(page) as GroupPage).operations[0]?.code ?? {};
  return { curl, client, python };
}

const list = { type: 'array', items: text };
const size = { type: 'object', properties: { w: text, h: text } };
const parameter = (place: string, schema: object, example: unknown, more: object = {}) => ({
  parameters: [{ name: 'a', in: place, required: true, schema, example, ...more }],
});

it.each<[string, object, string]>([
  ['label', parameter('path', list, ['x', 'y z'], { style: 'label' }), '/pets/.x,y%20z'],
  ['label, exploded', parameter('path', list, ['x', 'y.z'], { style: 'label', explode: true }), '/pets/.x.y%2Ez'],
  ['matrix', parameter('path', list, ['x', 'y'], { style: 'matrix' }), '/pets/;a=x,y'],
  [
    'matrix, exploded',
    parameter('path', size, { w: '1', h: '2' }, { style: 'matrix', explode: true }),
    '/pets/;w=1;h=2',
  ],
  ['matrix, one', parameter('path', text, 'x', { style: 'matrix' }), '/pets/;a=x'],
  ['simple', parameter('path', size, { w: '1', h: '2' }), '/pets/w,1,h,2'],
  ['simple, exploded', parameter('path', size, { w: '1', h: '2' }, { explode: true }), '/pets/w=1,h=2'],
  ['a slash', parameter('path', text, 'x/y:z'), '/pets/x%2Fy:z'],
])('a path has the style %s', async (_name, operation, url) => {
  const { curl, python } = await samplesOf(operation, { path: '/pets/{a}' });
  expect(curl).toBe(`curl 'https://pets.test${url}'`);
  expect(python).toContain(`'https://pets.test${url}'`);
});

it.each<[string, object, readonly string[]]>([
  ['deepObject', { style: 'deepObject', explode: true }, ['a[w][x]=1', 'a[h]=2']],
])('a query has the style %s', async (_name, style, pairs) => {
  const schema = { type: 'object', properties: { w: { type: 'object' }, h: text } };
  const { curl } = await samplesOf(parameter('query', schema, { w: { x: '1' }, h: '2' }, style));
  expect(Array.from(curl.matchAll(/--data-urlencode '([^']*)'/g), ([, pair]) => pair)).toEqual(pairs);
});

it.each<[string, string, object, string]>([
  ['an object as XML', 'text/xml', size, '@data.xml'],
  ['an object of an unknown media type', 'application/octet-stream', size, '@data.bin'],
  ['an object whose example is a text', 'text/xml', { ...size, example: '<s w="1"/>' }, `'<s w="1"/>'`],
  ['JSON', 'application/json', { ...size, example: { w: '1' } }, `'{"w":"1"}'`],
])('clients take the body of a sample: %s', async (_name, mediaType, schema, sent) => {
  const requestBody = { required: true, content: { [mediaType]: { schema } } };
  const { curl, client, python } = await samplesOf({ requestBody }, { method: 'post' });
  expect(curl).toContain(sent);
  expect(client.includes('createReadStream(')).toBe(sent.startsWith('@'));
  expect(python.includes("'rb') as file")).toBe(sent.startsWith('@'));
});

it('two schemes of one header are sent once', async () => {
  const securitySchemes = { One: { type: 'http', scheme: 'bearer' }, Two: { type: 'http', scheme: 'basic' } };
  const { curl, python } = await samplesOf({ security: [{ One: [], Two: [] }] }, { components: { securitySchemes } });
  expect(curl).toContain('-H "Authorization: Bearer $ONE_TOKEN"');
  expect(`${curl}${python}`).not.toContain('TWO');
});

it('a server without a scheme has https', async () => {
  const { curl, client } = await samplesOf({}, { servers: [{ url: '//pets.test/v1/' }] });
  expect(curl).toBe("curl 'https://pets.test/v1/pets'");
  expect(client).not.toContain('baseUrl');
});

it('a path has no fragment, which is never sent', async () => {
  const { curl, python } = await samplesOf(parameter('query', text, 'x'), { path: '/pets/all#a' });
  expect(curl).toContain("'https://pets.test/pets/all'");
  expect(python).toContain("'https://pets.test/pets/all'");
});

const json = { description: '', content: { 'application/json': { schema: size } } };
it.each<[string, object, string]>([
  ['one response', { 200: json }, 'print(response.json())'],
  ['another response without content', { 200: { description: '' }, 201: json }, 'if response.content:\n    print('],
  ['a status that has no body', { 204: json }, 'response.raise_for_status()'],
])('Python reads the JSON of %s', async (_name, responses, end) => {
  const { python } = await samplesOf({ responses });
  expect(python.slice(python.indexOf('raise_for_status()'))).toContain(end.replace(/^response\./, ''));
  expect(python.includes('response.json()')).toBe(end !== 'response.raise_for_status()');
});

it('the commas between the items of a query are not encoded', async () => {
  const { curl, python } = await samplesOf(parameter('query', list, ['x,y', 'z'], { explode: false }));
  expect(curl).toBe("curl 'https://pets.test/pets?a=x%2Cy,z'");
  expect(python).toContain("requests.get('https://pets.test/pets?a=x%2Cy,z')");
});

it('a header has the style simple', async () => {
  const { curl } = await samplesOf(parameter('header', size, { w: '1', h: '2' }, { explode: true }));
  expect(curl).toContain("-H 'a: w=1,h=2'");
});

it('a multipart body has its files, whether an example names them or not', async () => {
  const photo = { type: 'string', contentMediaType: 'image/png' };
  const schema = {
    type: 'object',
    properties: { title: { ...text, example: 'Rex' }, photo, more: { type: 'array', items: photo } },
  };
  const encoding = { photo: { contentType: 'image/png' } };
  const requestBody = { required: true, content: { 'multipart/form-data': { schema, encoding } } };
  const { curl, client, python } = await samplesOf({ requestBody }, { method: 'post' });
  expect(curl).toContain("-F 'title=Rex'");
  expect(curl).toContain("-F 'photo=@data.png;type=image/png'");
  expect(python).toContain("'photo': ('data.png', open('data.png', 'rb'), 'image/png')");
  expect(client).toContain("photo: new File([readFileSync('data.png')], 'data.png', { type: 'image/png' })");
  expect(client).toMatch(/^import \{ readFileSync \} from 'node:fs';/);
});

it('a GET with a body remains a GET', async () => {
  const content = { 'application/json': { schema: size } };
  const { curl } = await samplesOf({ requestBody: { required: true, content } });
  expect(curl).toContain('-X GET');
});

it('an object of which no property has an example has some', async () => {
  const content = { 'application/x-www-form-urlencoded': { schema: size } };
  const { curl } = await samplesOf({ requestBody: { required: true, content } }, { method: 'post' });
  expect(curl).toContain("--data-urlencode 'w=example'");
});

it.each([
  '^IS[0-9a-fA-F]{32}$',
  '^arn:aws:[a-z]{3,5}:\\d{12}$',
  '^(?:GET|PUT)-(?<n>\\d+)$',
  '^[^/]+/[\\w.-]+$',
  '^\\p{Lu}\\p{Ll}*!$',
])('a string matches the pattern %s', async (pattern) => {
  const { curl } = await samplesOf(parameter('path', { type: 'string', pattern }, undefined), { path: '/pets/{a}' });
  const [, value = ''] = /pets\.test\/pets\/([^']*)'/.exec(curl) ?? [];
  expect(decodeURIComponent(value)).toMatch(new RegExp(pattern, 'u'));
});

it.each<[string, object, string]>([
  [
    'a key',
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    "createClient({ auth: { pet: process.env['PET_KEY'] ?? '' } })",
  ],
  ['a token', { type: 'http', scheme: 'bearer' }, "createClient({ auth: { pet: process.env['PET_TOKEN'] ?? '' } })"],
  ['a password', { type: 'http', scheme: 'basic' }, "username: process.env['PET_USER'] ?? '',"],
])('a client has %s from variables of the environment', async (_name, pet, wanted) => {
  const { client } = await samplesOf({ security: [{ pet: [] }] }, { components: { securitySchemes: { pet } } });
  expect(client).toContain(wanted);
});

it('a client has the credential in place of a required parameter of its name', async () => {
  const pet = { type: 'apiKey', in: 'query', name: 'a' };
  const operation = { ...parameter('query', text, 'fake'), security: [{ pet: [] }] };
  const { client } = await samplesOf(operation, { components: { securitySchemes: { pet } } });
  expect(client).toContain("client.pet.do({ a: process.env['PET_KEY'] ?? '' });");
});

it.each<[string, readonly object[], curl: string, client: string]>([
  [
    'variables have their defaults',
    [{ url: 'https://{region}.test/v2', variables: { region: { default: 'eu' } } }],
    'https://eu.test/v2/pets',
    'createClient()',
  ],
  [
    'a relative one has its path',
    [{ url: '/v2' }],
    'http://localhost/v2/pets',
    "createClient({ baseUrl: 'https://api.example.com/v2' })",
  ],
])('of the URL of a server, %s', async (_name, servers, address, created) => {
  const { curl, client } = await samplesOf({}, { servers });
  expect(curl).toBe(`curl '${address}'`);
  expect(client).toContain(created);
});

it('an operation with a server of its own is called there', async () => {
  const { curl, python } = await samplesOf({ servers: [{ url: 'https://files.test' }] });
  expect(curl).toBe("curl 'https://files.test/pets'");
  expect(python).toContain("'https://files.test/pets'");
});

it('a relative server of an operation is at the origin of the API', async () => {
  const { curl } = await samplesOf({ servers: [{ url: '/files' }] });
  expect(curl).toBe("curl 'https://pets.test/files/pets'");
});

it('a package is named as it is where its name has another form of the version', async () => {
  const { client } = await samplesOf({}, { info: { title: 'Pets', version: '1.0+dev' } });
  expect(client).not.toContain('{version}');
});
