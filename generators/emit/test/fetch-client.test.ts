/** Generated clients for any API: results, bodies, security and errors of operations. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { emit } from '../../testing/emitter/index.js';
import { oneLine } from './testing/one-line.js';

const schemas: JsonObject = {
  Pet: { type: 'object', properties: { name: { type: 'string' } } },
  Event: { type: 'object', properties: { event: { type: 'string' }, data: { $ref: '#/components/schemas/Pet' } } },
  Photo: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      file: { type: 'string', contentMediaType: 'image/png', format: 'binary' },
    },
  },
};
const pet = { $ref: '#/components/schemas/Pet' };

/** Returns the files of the client of a document with one operation, each on one line. */
async function petsOf(operation: JsonObject, more: JsonObject = {}, path = '/pets') {
  const document = {
    openapi: '3.2.0',
    info: { title: 'Pets', version: '1.0' },
    servers: [{ url: 'https://{region}.pets.test/v1/', variables: { region: { default: 'eu' } } }],
    tags: [{ name: 'Pet' }],
    ...more,
    components: { schemas, ...(more['components'] as JsonObject | undefined) },
    paths: {
      [path]: { post: { operationId: 'PetDo', tags: ['Pet'], responses: { 204: { description: '' } }, ...operation } },
    },
  };
  const files = await emit([document], ['client'], { scope: '@pets' });
  return (file: string) => oneLine(files.get(`v1.0/client/${file}`) ?? '');
}

const responses = (all: Readonly<Record<string, JsonObject>>) => ({
  responses: Object.fromEntries(
    Object.entries(all).map(([status, content]) => [
      status,
      { description: '', ...(Object.keys(content).length > 0 && { content }) },
    ]),
  ),
});

describe('the result', () => {
  const bytes = { type: 'string', format: 'binary' };
  it.each<[string, Readonly<Record<string, JsonObject>>, result: string, decoder: string]>([
    ['JSON', { 200: { 'application/json': { schema: pet } } }, 'Pet', '/* @__PURE__ */ json()'],
    [
      'JSON of a vendor',
      { 200: { 'application/vnd.pet+json': { schema: pet } } },
      'Pet',
      "json('application/vnd.pet+json')",
    ],
    ['XML', { 200: { 'application/xml': { schema: { type: 'string' } } } }, 'string', "text('application/xml')"],
    ['bytes', { 200: { 'image/png': { schema: bytes } } }, 'Download', "download('image/png')"],
    ['nothing', { 204: {} }, 'void', 'nothing'],
    ['JSON with a status that has no body', { 204: { 'application/json': { schema: pet } } }, 'void', 'nothing'],
    ['only a default', { default: { 'application/json': { schema: pet } } }, 'Pet', '/* @__PURE__ */ json()'],
    ['a range', { '2XX': { 'application/json': { schema: pet } } }, 'Pet', '/* @__PURE__ */ json()'],
    [
      'equal bodies',
      { 200: { 'application/json': { schema: pet } }, 201: { 'application/json': { schema: pet } } },
      'Pet',
      '/* @__PURE__ */ json()',
    ],
    [
      'several bodies',
      { 200: { 'application/json': { schema: pet } }, 202: { 'text/plain': { schema: { type: 'string' } } }, 204: {} },
      'StatusResult<200, Pet> | StatusResult<202, string> | StatusResult<204, void>',
      "byStatus({'200': /* @__PURE__ */ json(), '202': /* @__PURE__ */ text(), '204': nothing})",
    ],
    [
      'an exact status and its range',
      { '2XX': { 'application/json': { schema: pet } }, 204: {} },
      "StatusResult<204, void> | StatusResult<StatusIn<'2XX', 204>, Pet>",
      "byStatus({'204': nothing, '2XX': /* @__PURE__ */ json()})",
    ],
    ['events', { 200: { 'text/event-stream': { schema: pet } } }, 'ItemStream<Pet>', '/* @__PURE__ */ eventData()'],
    [
      'whole events',
      { 200: { 'text/event-stream': { itemSchema: { $ref: '#/components/schemas/Event' } } } },
      'ItemStream<Event>',
      '/* @__PURE__ */ events(true)',
    ],
    [
      'JSON lines',
      { 200: { 'application/jsonl': { itemSchema: pet } } },
      'ItemStream<Pet>',
      '/* @__PURE__ */ jsonLines()',
    ],
    [
      'a JSON sequence',
      { 200: { 'application/json-seq': { itemSchema: pet } } },
      'ItemStream<Pet>',
      '/* @__PURE__ */ jsonSequence()',
    ],
  ])('%s', async (_, given, result, decoder) => {
    const text = (await petsOf(responses(given)))('gen/pet.ts');
    expect(text).toContain(`do(input?: NoInput, options?: CallOptions): Promise<${result}>;`);
    expect(text).toContain(decoder);
  });
});

describe('a status that only `default` declares', () => {
  const json = { 'application/json': { schema: pet } };
  it.each<[string, Readonly<Record<string, JsonObject>>, statuses: string | undefined]>([
    ['beside a status', { 200: json, default: json }, '[200]'],
    ['beside several', { 200: json, 202: {}, 404: json, default: json }, '[200, 202]'],
    ['beside a range of successes', { 200: json, '2XX': json, default: json }, undefined],
    ['beside a range of errors', { 201: json, '4XX': json, default: json }, '[201]'],
    ['alone', { 404: json, default: json }, undefined],
    ['without default', { 200: json, 404: json }, undefined],
  ])('is an error: %s', async (_, given, statuses) => {
    const text = (await petsOf(responses(given)))('gen/pet.ts');
    expect(/onlyStatuses\((\[.*?\])/.exec(text)?.[1]).toBe(statuses);
  });
});

describe('the body', () => {
  it.each([
    ['application/json', pet, 'body?: PetDoRequest;', '{response: nothing, content: checkBody}'],
    ['application/x-www-form-urlencoded', pet, 'body?: PetDoRequest;', '{response: nothing, content: form}'],
    [
      'multipart/form-data',
      { $ref: '#/components/schemas/Photo' },
      'body?: ByteInput<PetDoRequest>;',
      'content: multipart',
    ],
    ['application/xml', pet, 'body?: ByteContent;', '{response: nothing, content: raw}'],
  ])('%s', async (mediaType, schema, type, parts) => {
    const text = (await petsOf({ requestBody: { content: { [mediaType]: { schema } } } }))('gen/pet.ts');
    expect(text).toContain(type);
    expect(text).toContain(parts);
  });
  it('has parts as the document says', async () => {
    const encoding = { file: { contentType: 'image/png, image/jpeg' } };
    const content = { 'multipart/form-data': { schema: { $ref: '#/components/schemas/Photo' }, encoding } };
    const text = (await petsOf({ requestBody: { content } }))('gen/pet.ts');
    expect(text).toContain("parts: {file: {mediaType: 'image/png'}}");
  });
});

describe('media types to choose from', () => {
  const text = { schema: { type: 'string' } };
  it('of a response are overloads, of which the last one is the usual', async () => {
    const content = {
      'application/json': { schema: pet },
      'text/csv': text,
      'text/json': { schema: pet },
      '*/*': text,
    };
    const code = (await petsOf(responses({ 200: content })))('gen/pet.ts');
    expect(code).toMatch(
      /do\(input: NoInput \| undefined, options: AcceptOptions<'text\/csv'>\): Promise<string>;.*do\(input\?: NoInput, options\?: CallOptions\): Promise<Pet>;/,
    );
    expect(code).toContain("accepts: {'text/csv': /* @__PURE__ */ text('text/csv')}");
    expect(code).not.toContain('text/json');
  });
  it('of results with several statuses are decoded by each status', async () => {
    const both = { 'application/json': { schema: pet }, 'text/csv': text };
    const code = (await petsOf(responses({ 200: both, 202: { 'application/json': text } })))('gen/pet.ts');
    expect(code).toMatch(
      /options: AcceptOptions<'text\/csv'>\): Promise<StatusResult<200, string> \| StatusResult<202, string>>;/,
    );
    expect(code).toContain(
      "accepts: {'text/csv': /* @__PURE__ */ byStatus({'200': /* @__PURE__ */ text('text/csv'), '202':",
    );
  });
  it('of a body are a union', async () => {
    const content = { 'application/json': { schema: pet }, 'application/xml': { schema: pet }, 'text/csv': text };
    const code = (await petsOf({ requestBody: { required: true, content } }))('gen/pet.ts');
    expect(code).toContain(
      "bodies: /* @__PURE__ */ bodies({'application/xml': {content: raw}, 'text/csv': {content: raw}})",
    );
    expect(code).toContain("contentType: 'application/xml' | 'text/csv'");
    expect(code).toContain("contentType?: 'application/json'");
  });
  it('of a body may be in a range, and JSON lines of the same schema are another one', async () => {
    const bytes = { schema: {} };
    const content = { 'image/*': bytes, 'application/json': { schema: pet }, 'application/jsonl': { schema: pet } };
    const code = (await petsOf({ requestBody: { required: true, content } }))('gen/pet.ts');
    expect(code).toContain(
      "bodies: /* @__PURE__ */ bodies({'image/*': {content: raw}, 'application/jsonl': {content: raw}})",
    );
    expect(code).toContain("contentType: `image/${string}` | 'application/jsonl'");
    const only = (await petsOf({ requestBody: { content: { 'image/*': bytes } } }))('gen/pet.ts');
    expect(only).toContain('contentType?: `image/${string}`');
  });
});

describe('the input', () => {
  const parameter = (name: string, place: string, more: JsonObject = {}) => ({
    name,
    in: place,
    schema: { type: 'string' },
    ...more,
  });
  it('has cookies, and names the encoder of styles only where it is needed', async () => {
    const tags = parameter('tags', 'query', {
      style: 'deepObject',
      schema: { type: 'object', additionalProperties: true },
    });
    const text = (await petsOf({ parameters: [parameter('session', 'cookie'), tags] }))('gen/pet.ts');
    expect(text).toContain('export interface PetDoInput extends PetDoQuery, PetDoCookies {}');
    expect(text).toContain('{response: nothing, styles: styles}');
    expect((await petsOf({ parameters: [parameter('session', 'cookie')] }))('gen/pet.ts')).not.toContain('styles');
  });
  it('may be the whole query', async () => {
    const filter = {
      name: 'filter',
      in: 'querystring',
      required: true,
      content: { 'application/json': { schema: pet } },
    };
    const text = (await petsOf({ parameters: [filter] }))('gen/pet.ts');
    expect(text).toContain('export interface PetDoInput {filter: Pet;}');
    expect(text).toContain('do(input: PetDoInput,');
  });
});

describe('errors', () => {
  it('have the status and the body of the document', async () => {
    const problem = { 'application/problem+json': { schema: pet } };
    const text = (await petsOf(responses({ 204: {}, 404: problem, '5XX': { 'text/plain': {} }, default: {} })))(
      'gen/pet.ts',
    );
    expect(text).toContain(
      "Operation< NoInput, void, ApiError<404, Pet> | ApiError<StatusIn<'5XX'>, string> | ApiError<StatusIn<'default', 404 | '5XX'>, unknown> >",
    );
    expect(text).toContain('@throws {@link ApiError}');
  });
});

describe('security', () => {
  const securitySchemes = {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    user: { type: 'http', scheme: 'basic' },
    sign: { type: 'http', scheme: 'digest' },
    oauth: { type: 'oauth2', flows: {}, description: 'A token.' },
    tls: { type: 'mutualTLS' },
  };
  it('has a constant for each scheme, and the type of its credential', async () => {
    const file = await petsOf(
      { security: [{ key: [], oauth: ['read'] }, { user: [] }] },
      { components: { schemas, securitySchemes } },
    );
    expect(file('gen/security.ts')).toContain("keyScheme: SecurityScheme = /* @__PURE__ */ headerKey('key', 'X-Key');");
    expect(file('gen/security.ts')).toContain("authorization('sign', 'Digest');");
    expect(file('gen/pet.ts')).toContain('schemes: [keyScheme, userScheme, oauthScheme]');
    expect(file('gen/client.ts')).toContain(
      'readonly user?: Credential<BasicCredential>; readonly sign?: Credential<string>; /** A token. */ readonly oauth?: Credential<string>;}',
    );
  });
});

describe('servers', () => {
  it('are the default of the base URL', async () => {
    const file = await petsOf({ servers: [{ url: 'https://up.pets.test' }] });
    expect(file('gen/client.ts')).toContain('export function createClient(options?: ClientSettings): Client');
    expect(file('gen/client.ts')).toContain("{server: 'https://eu.pets.test/v1'}");
    expect(file('gen/pet.ts')).toContain("server: 'https://up.pets.test'");
    expect(file('README.md')).toContain('`https://eu.pets.test/v1` by default');
  });
  it('are required options if the document has none with a host', async () => {
    const file = await petsOf({}, { servers: [{ url: '/v1' }] });
    expect(file('gen/client.ts')).toContain('readonly baseUrl: string;');
    expect(file('gen/client.ts')).toContain('createClient(options: ClientSettings): Client');
    expect(file('README.md')).toContain("createClient({baseUrl: 'https://api.example.com'})");
  });
});

describe('an operation with pages', () => {
  const list = (pagination: JsonObject) => ({
    ...responses({ 200: { 'application/json': { schema: { type: 'array', items: pet } } } }),
    parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
    'x-lading-pagination': pagination,
  });
  it.each<[JsonObject, code: string]>([
    [{ kind: 'link' }, 'linkPaging()'],
    [{ kind: 'page', parameter: 'page' }, "offsetPaging({parameter: 'page', counts: 'pages'})"],
    [{ kind: 'offset', parameter: 'page', first: 1 }, "offsetPaging({parameter: 'page', counts: 'items', first: 1})"],
  ])('%j', async (pagination, code) => {
    const text = (await petsOf(list(pagination)))('gen/pet.ts');
    expect(text).toContain('petDo: PagedOperation<PetDoInput, Pet[], Pet, ApiError> = ');
    expect(text).toContain(`/* @__PURE__ */ pagedOperation(/* @__PURE__ */ operation(`);
    expect(text).toContain(`/* @__PURE__ */ ${code});`);
  });
});
