/** Tests the IR of operations in the form of published documents. */
import { describe, expect, it } from 'vitest';
import { documentOf, type Dialect, type Json, type JsonObject } from '../../document/index.js';
import { basePathOf, originOf, referencesOf } from '../../ir/index.js';
import { normalize } from '../index.js';
import { apiOf, operationOf, plain } from './testing/small-documents.js';

describe('the identifier of an operation', () => {
  it('is its operationId in Pascal case', () => {
    const [operation] = apiOf({ paths: { '/a': { get: { operationId: 'list_pets' } } } }).operations;
    expect(operation).toMatchObject({ id: 'ListPets', documentId: 'list_pets' });
  });

  it('is derived from method and path if there is none', () => {
    const [operation] = apiOf({ paths: { '/system/df': { get: {} } } }).operations;
    expect(operation).toMatchObject({ id: 'GetSystemDf', noun: 'system', verb: 'getDf' });
    expect(operation).not.toHaveProperty('documentId');
  });

  const get = (operationId?: string) => ({ get: operationId === undefined ? {} : { operationId } });
  const clashes: readonly (readonly [title: string, paths: JsonObject, ids: readonly string[]])[] = [
    ['doubled', { '/a': get('BoxGet'), '/b': get('BoxGet') }, ['BoxGet', 'GetB']],
    ['equal as identifiers', { '/a': get('BoxGet'), '/b': get('box-get') }, ['BoxGet', 'GetB']],
    ['missing on similar paths', { '/a/b': get(), '/aB': get() }, ['GetAB', 'GetAB2']],
    ['missing where another operation has the name', { '/b': get(), '/z': get('GetB') }, ['GetB', 'GetZ']],
    ['without a letter', { '/a': get('-'), '/b': get('') }, ['GetA', 'GetB']],
  ];
  it.each(clashes)('is unique: %s', (_, paths, ids) => {
    expect(apiOf({ paths }).operations.map(({ id }) => id)).toEqual(ids);
  });
});

it('a path has a slash at its beginning', () => {
  const paths = { boxes: { get: {} }, '/lids': { get: {} } };
  expect(apiOf({ paths }).operations.map(({ path }) => path)).toEqual(['/boxes', '/lids']);
});

it('a path with a reference has what stands beside it, too', () => {
  const parameters = [{ name: 'word', in: 'query' }];
  const Box = { get: { operationId: 'Kept' }, put: { operationId: 'Replaced' } };
  const item = { $ref: '#/components/pathItems/Box', parameters, put: { operationId: 'Put' } };
  const { operations } = apiOf({ paths: { '/a': item }, components: { pathItems: { Box } } });
  expect(operations.map(({ id, parameters: [one] }) => [id, one?.name])).toEqual([
    ['Kept', 'word'],
    ['Put', 'word'],
  ]);
});

it.each<[Dialect, string]>([
  ['openapi-3.0', 'A word'],
  ['openapi-3.1', 'Which'],
])('the description beside a reference replaces that of its target in %s', (dialect, description) => {
  const get = { parameters: [{ $ref: '#/components/parameters/word', description: 'Which' }] };
  const word = { name: 'word', in: 'query', description: 'A word' };
  const root: JsonObject = { paths: { '/a': { get } }, components: { parameters: { word } } };
  const [operation] = normalize({ name: 'api.yaml', version: '1', dialect, root }).operations;
  expect(operation?.parameters).toEqual([expect.objectContaining({ name: 'word', description })]);
});

describe('the words of a path', () => {
  const textsOf = (item: JsonObject, operation: JsonObject) => {
    const { summary, description } = apiOf({ paths: { '/a': { ...item, get: operation } } }).operations[0] ?? {};
    return { summary, description };
  };
  const item = { summary: 'Boxes', description: 'All of boxes.' };

  it.each([
    [{}, { summary: 'Boxes', description: 'All of boxes.' }],
    [{ summary: 'List' }, { summary: 'List', description: 'Boxes\n\nAll of boxes.' }],
    [
      { summary: 'List', description: 'Own.' },
      { summary: 'List', description: 'Own.\n\nBoxes\n\nAll of boxes.' },
    ],
  ])('stand on its operations: %j', (operation, texts) => {
    expect(textsOf(item, operation)).toEqual(texts);
  });
});

describe('x-lading-method', () => {
  const named = (...methods: readonly string[]) =>
    apiOf({
      paths: Object.fromEntries(
        methods.map((method, index) => [`/a/${index}`, { get: { 'x-lading-method': method } }]),
      ),
    });

  it('names group and method', () => {
    expect(named('build.prune', 'a.get').operations.map(({ noun, verb, group }) => [noun, verb, group])).toEqual([
      ['build', 'prune', 'a'],
      ['a', 'get', 'a'],
    ]);
  });

  it.each([['build'], ['a.b.c'], ['a.b-c'], ['version.get'], ['a.then'], ['a.toString']])(
    'is rejected as %s',
    (method) => {
      expect(() => named(method)).toThrow(/^DOCUMENT_STRUCTURE: Expected a group and a method, such as "store.create"/);
    },
  );

  it('is rejected for two operations', () => {
    expect(() => named('a.b', 'a.b')).toThrow(
      /^DOCUMENT_STRUCTURE: Expected another method than that of an operation above/,
    );
  });
});

describe('parameters', () => {
  const text = { kind: 'string' };
  const list = { kind: 'array', items: text };
  const cases: readonly (readonly [name: string, parameter: JsonObject, wanted: object, dialect?: Dialect])[] = [
    [
      'repeated',
      { in: 'query', schema: { type: 'array', items: { type: 'string' } } },
      { encoding: 'repeated', type: list },
    ],
    [
      'joined',
      { in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
      { encoding: 'joined', type: list },
    ],
    [
      'joined in a header',
      { in: 'header', schema: { type: 'array', items: { type: 'string' } } },
      { encoding: 'joined', type: list },
    ],
    [
      'repeated in Swagger',
      { in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
      { encoding: 'repeated', type: list },
      'swagger-2.0',
    ],
    [
      'joined in Swagger',
      { in: 'query', type: 'array', items: { type: 'string' } },
      { encoding: 'joined', type: list },
      'swagger-2.0',
    ],
    [
      'JSON as text',
      {
        in: 'query',
        schema: {
          type: 'string',
          contentMediaType: 'application/json',
          contentSchema: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      { encoding: 'json', type: { kind: 'map', values: text } },
    ],
    [
      'JSON as content',
      { in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
      { encoding: 'json', type: { kind: 'map', values: { kind: 'any' } } },
    ],
    [
      'JSON in base64url',
      { in: 'header', schema: { contentEncoding: 'base64url', contentSchema: { type: 'object' } } },
      { encoding: 'base64url-json', type: { kind: 'map', values: { kind: 'any' } } },
    ],
    [
      'a path needs its parts',
      { in: 'path', schema: { type: 'string' } },
      { encoding: 'plain', type: text, required: true },
    ],
    [
      'default and words',
      {
        in: 'query',
        description: 'A label',
        schema: { type: 'string', default: 'a', description: 'Hidden by the other' },
      },
      { encoding: 'plain', type: text, default: 'a', description: 'A label' },
    ],
  ];
  it.each(cases.map(([name, parameter, wanted, dialect]) => ({ name, parameter, wanted, dialect })))(
    '$name',
    ({ parameter, wanted, dialect }) => {
      const { parameters } = operationOf({ parameters: [{ name: 'a', ...parameter }] }, dialect);
      expect(plain(parameters)).toEqual([{ name: 'a', in: parameter['in'], required: false, ...wanted }]);
    },
  );

  it('of an operation replace those of its path', () => {
    const own = [{ name: 'a', in: 'query', description: 'own' }];
    const paths = {
      '/a': {
        parameters: [
          { name: 'a', in: 'query' },
          { name: 'b', in: 'query' },
        ],
        get: { operationId: 'BoxGet', parameters: own },
      },
    };
    const [operation] = apiOf({ paths }).operations;
    expect(operation?.parameters.map(({ name, description }) => [name, description])).toEqual([
      ['a', 'own'],
      ['b', undefined],
    ]);
  });

  it.each<[string, Dialect]>([
    ['OpenAPI', 'openapi-3.1'],
    ['Swagger', 'swagger-2.0'],
  ])('are those of the path, strings for undeclared ones, in %s', (_, dialect) => {
    const type = dialect === 'swagger-2.0' ? { type: 'integer' } : { schema: { type: 'integer' } };
    const parameters = ['box', 'other'].map((name) => ({ name, in: 'path', required: true, ...type }));
    const paths = { '/{box}/{item}.{ext}?of={of}': { parameters, get: { operationId: 'BoxGet' } } };
    const [operation] = apiOf({ paths }, dialect).operations;
    expect(plain(operation?.parameters)).toEqual([
      { name: 'box', in: 'path', required: true, encoding: 'plain', type: { kind: 'integer' } },
      { name: 'item', in: 'path', required: true, encoding: 'plain', type: text },
      { name: 'ext', in: 'path', required: true, encoding: 'plain', type: text },
    ]);
  });

  it.each(['path', 'query', 'header'])('in %s have no style of another place', (place) => {
    const stylesOfOthers = place === 'path' ? ['form', 'deepObject'] : ['matrix', 'label'];
    const encodings = [undefined, ...stylesOfOthers].map((style) => {
      const parameters = [{ name: 'a', in: place, schema: { type: 'string' }, ...(style && { style }) }];
      return operationOf({ parameters }).parameters[0]?.encoding;
    });
    expect(encodings).toEqual(['plain', 'plain', 'plain']);
  });

  it('without a name are rejected', () => {
    expect(() => operationOf({ parameters: [{ in: 'query' }] })).toThrow(/^DOCUMENT_STRUCTURE: Expected the name/);
  });
});

describe('bodies and responses', () => {
  it('of ranges have them in upper case', () => {
    const responses = { '2xx': {}, '4Xx': {}, '5XX': {}, 404: {}, default: {} };
    const statuses = operationOf({ responses }).responses.map(({ status }) => status);
    expect(statuses).toEqual(['404', '2XX', '4XX', '5XX', 'default']);
  });

  it('of Swagger 2.0 take the media types of the operation, or of the document', () => {
    const operation: JsonObject = {
      consumes: ['application/json'],
      parameters: [{ name: 'whatever', in: 'body', schema: { type: 'object', properties: { A: { type: 'string' } } } }],
      responses: {
        200: { description: 'A box', schema: { type: 'object', properties: { B: { type: 'string' } } } },
        500: { schema: { type: 'string' } },
      },
    };
    const { body, responses: responses } = operationOf(operation, 'swagger-2.0', { produces: ['text/plain'] });
    expect(plain(body)).toEqual({
      required: false,
      content: [{ mediaType: 'application/json', type: { kind: 'reference', name: 'BoxGetRequest' } }],
    });
    expect(plain(responses)).toEqual([
      {
        status: '200',
        description: 'A box',
        headers: [],
        content: [{ mediaType: 'application/json', type: { kind: 'reference', name: 'BoxGetResponse' } }],
      },
      { status: '500', headers: [], content: [{ mediaType: 'text/plain', type: { kind: 'string' } }] },
    ]);
  });

  const streams: readonly (readonly [mediaType: string, media: JsonObject, stream: string | undefined])[] = [
    ['application/vnd.docker.multiplexed-stream', {}, 'multiplexed'],
    ['application/vnd.docker.raw-stream', {}, 'raw'],
    ['application/x-tar', { schema: { type: 'string', format: 'binary' } }, 'tar'],
    ['application/json', { schema: { type: 'object' } }, undefined],
    ['application/json', { schema: { type: 'object' }, 'x-lading-stream': { kind: 'json-lines' } }, 'json-lines'],
    ['application/json', { schema: { type: 'object' }, 'x-lading-stream': { kind: 'unknown' } }, undefined],
  ];
  it.each(streams)('%s %j is the stream %s', (mediaType, media, kind) => {
    const { responses: responses } = operationOf({ responses: { 200: { content: { [mediaType]: media } } } });
    expect(responses[0]?.content[0]?.stream?.kind).toBe(kind);
  });

  const anyMediaTypes: readonly (readonly [schema: Json, others: JsonObject, mediaTypes: readonly string[]])[] = [
    [{ type: 'object', properties: { a: {} } }, {}, ['application/json']],
    [{ type: 'array', items: { type: 'string' } }, {}, ['application/json']],
    [{ type: 'boolean' }, {}, ['application/json']],
    [{ type: 'object' }, { 'application/json': {} }, ['*/*', 'application/json']],
    [{ type: 'string', enum: ['a'] }, {}, ['*/*']],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, {}, ['*/*']],
    [{ type: 'string', format: 'binary' }, {}, ['*/*']],
  ];
  it.each(anyMediaTypes)(
    'of any media type are JSON, unless they are text or bytes: %j',
    (schema, others, expected) => {
      const content = { '*/*': { schema }, ...others };
      const { body, responses } = operationOf({ requestBody: { content }, responses: { 200: { content } } });
      expect(body?.content.map(({ mediaType }) => mediaType)).toEqual(expected);
      expect(responses[0]?.content.map(({ mediaType }) => mediaType)).toEqual(expected);
    },
  );
  it('of any media type may be unions of each other, which are rejected as such', () => {
    const box = { $ref: '#/components/schemas/Box' };
    const content = { '*/*': { schema: box } };
    const schemas = {
      Box: { oneOf: [{ type: 'object' }, { $ref: '#/components/schemas/Lid' }] },
      Lid: { anyOf: [box] },
    };
    const paths = { '/a': { get: { operationId: 'BoxList', responses: { 200: { content } } } } };
    expect(() => apiOf({ paths, components: { schemas } })).toThrow(/^REFERENCE_CYCLE/);
  });

  it('of Swagger 2.0 have bytes as any media type but JSON and text', () => {
    const response = { 200: { schema: { type: 'string', format: 'binary' } } };
    const produces = ['application/json', 'text/plain', 'application/x-tar'];
    const { responses: responses } = operationOf({ produces, responses: response }, 'swagger-2.0');
    expect(responses[0]?.content.map(({ mediaType }) => mediaType)).toEqual(['application/x-tar']);
  });

  it('that upgrade name the protocol of the connection', () => {
    const { responses: responses } = operationOf({ responses: { 101: { 'x-lading-stream': { kind: 'upgrade' } } } });
    expect(plain(responses)).toEqual([{ status: '101', headers: [], content: [], stream: { kind: 'upgrade' } }]);
  });

  it('have headers with separate types', () => {
    const headers = { 'x-count': { required: true, description: 'How many', schema: { type: 'integer' } } };
    const { responses: responses } = operationOf({ responses: { 200: { headers } } });
    expect(plain(responses[0]?.headers)).toEqual([
      { name: 'x-count', required: true, description: 'How many', type: { kind: 'integer' }, encoding: 'plain' },
    ]);
  });
});

describe('groups', () => {
  const box = (name: string) => ({
    200: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
  });
  const api = apiOf({
    tags: [{ name: 'Box', 'x-displayName': 'Boxes', description: 'What holds things.' }],
    paths: {
      '/boxes': { get: { operationId: 'BoxList', tags: ['Box'], responses: box('BoxSummary') } },
      '/lids': { get: { operationId: 'LidList', tags: ['Lid'], responses: box('LidOfBox') } },
      '/info': { get: { operationId: 'Info', responses: {} } },
    },
    components: {
      schemas: {
        BoxSummary: {
          properties: { Inner: { $ref: '#/components/schemas/Inner' }, Size: { $ref: '#/components/schemas/Size' } },
        },
        LidOfBox: {
          properties: { Size: { $ref: '#/components/schemas/Size' }, Edge: { $ref: '#/components/schemas/LidEdge' } },
        },
        Inner: { properties: { Edge: { $ref: '#/components/schemas/LidEdge' } } },
        Size: { type: 'integer' },
        LidEdge: { type: 'string' },
        Unused: { type: 'string' },
      },
    },
  });

  it('are those of the tags, followed by those that only operations name', () => {
    expect(plain(api.groups)).toEqual([
      { name: 'box', tag: 'Box', title: 'Boxes', description: 'What holds things.' },
      { name: 'lid', tag: 'Lid', title: 'Lid' },
      { name: 'info', title: 'info' },
    ]);
    expect(api.operations.map(({ id, group }) => `${id} ${group}`)).toEqual([
      'BoxList box',
      'LidList lid',
      'Info info',
    ]);
  });

  it('contain the schemas that only they use, or whose names start with theirs', () => {
    const groups = Object.fromEntries(api.schemas.map(({ name, group }) => [name, group]));
    expect(groups).toEqual({
      BoxSummary: 'box',
      LidOfBox: 'lid',
      Inner: 'box',
      Size: 'common',
      LidEdge: 'lid',
      Unused: 'common',
    });
  });

  it('never refer to themselves through others', () => {
    const refs = (...names: readonly string[]) => ({
      properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }])),
    });
    const { schemas: schemas } = apiOf({
      tags: [{ name: 'Box' }, { name: 'Lid' }, { name: 'Ring' }],
      paths: {
        '/boxes': { get: { operationId: 'BoxList', tags: ['Box'], responses: box('BoxOwn') } },
        '/lids': { get: { operationId: 'LidList', tags: ['Lid'], responses: box('LidOwn') } },
        '/rings': { get: { operationId: 'RingList', tags: ['Ring'], responses: box('BoxSize') } },
      },
      components: {
        schemas: {
          // box → lid → box, and what is shared → ring → what is shared.
          BoxOwn: refs('LidEdge', 'BoxSize'),
          LidOwn: refs('BoxEdge', 'Shared'),
          BoxEdge: refs('BoxInner'),
          BoxInner: { type: 'string' },
          LidEdge: refs('Shared'),
          Shared: refs('RingForm'),
          RingForm: refs('Metal'),
          Metal: { type: 'string' },
          BoxSize: refs('RingForm'),
        },
      },
    });
    const homes = new Map(schemas.map(({ name, group }) => [name, group]));
    expect(homes.get('BoxOwn')).toBe('box');
    expect(homes.get('LidOwn')).toBe('lid');
    const edges = schemas.flatMap(({ name, type }) =>
      referencesOf(type).map((target) => [homes.get(name) ?? '', homes.get(target) ?? ''] as const),
    );
    const reached = (from: string) => {
      const groups = new Set(edges.flatMap(([one, other]) => (one === from && other !== from ? [other] : [])));
      for (const group of groups) for (const [one, other] of edges) if (one === group) groups.add(other);
      return groups;
    };
    expect([...new Set(homes.values())].filter((group) => reached(group).has(group))).toEqual([]);
  });
});

describe('servers', () => {
  const cases: readonly (readonly [content: JsonObject, dialect: Dialect, servers: Json])[] = [
    [{ basePath: '/v1.2', schemes: ['http'] }, 'swagger-2.0', [{ url: 'http://localhost/v1.2' }]],
    [
      { host: 'a.b', basePath: '/', schemes: ['http', 'wss'] },
      'swagger-2.0',
      [{ url: 'http://a.b' }, { url: 'wss://a.b' }],
    ],
    [{ host: 'a.b' }, 'swagger-2.0', [{ url: 'https://a.b' }]],
    [{ basePath: '/v1.2' }, 'swagger-2.0', [{ url: '/v1.2' }]],
    [{ servers: [{ url: '/v1.2', description: ' Here. ' }] }, 'openapi-3.0', [{ url: '/v1.2', description: 'Here.' }]],
    [{}, 'openapi-3.1', []],
    [
      {
        servers: [
          {
            url: 'https://{region}.a.b:{port}',
            variables: {
              region: { default: 'eu', enum: ['eu', 'us'] },
              port: { default: 443, description: 'The port.' },
            },
          },
        ],
      },
      'openapi-3.1',
      [
        {
          url: 'https://{region}.a.b:{port}',
          variables: [
            { name: 'region', default: 'eu', values: ['eu', 'us'] },
            { name: 'port', default: '443', description: 'The port.' },
          ],
        },
      ],
    ],
  ];
  it.each(cases)('%j (%s) are %j', (content, dialect, servers) => {
    expect(plain(apiOf(content, dialect).servers)).toEqual(servers);
  });

  it('of an operation replace those of its path and of the document', () => {
    const servers = (url: string) => [{ url }];
    const paths = {
      '/a': {
        servers: servers('/path'),
        get: { operationId: 'A', servers: servers('/own') },
        put: { operationId: 'B' },
      },
      '/b': { get: { operationId: 'C' } },
    };
    const api = apiOf({ servers: servers('/all'), paths });
    expect(api.operations.map((operation) => operation.servers?.[0]?.url)).toEqual(['/own', '/path', undefined]);
  });

  it('have an address with the defaults of their variables', () => {
    const { servers } = apiOf({
      servers: [{ url: '{s}://a.b/v{n}/', variables: { s: { default: 'http' }, n: { default: '2' } } }],
    });
    expect([originOf(servers), basePathOf(servers)]).toEqual(['http://a.b', '/v2']);
    expect([originOf([{ url: '/v1' }]), basePathOf([{ url: '/v1' }])]).toEqual([undefined, '/v1']);
    expect([originOf([]), basePathOf([])]).toEqual([undefined, '']);
  });
});

describe('security', () => {
  const cases: readonly (readonly [scheme: JsonObject, wanted: JsonObject, dialect?: Dialect])[] = [
    [
      { type: 'apiKey', in: 'cookie', name: 'sid' },
      { kind: 'api-key', in: 'cookie', parameter: 'sid' },
    ],
    [{ type: 'apiKey', in: 'query', name: 'key' }, { kind: 'api-key', in: 'query', parameter: 'key' }, 'swagger-2.0'],
    [{ type: 'basic', description: 'Old.' }, { kind: 'http', scheme: 'basic', description: 'Old.' }, 'swagger-2.0'],
    [
      { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
      { kind: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    ],
    [
      { type: 'mutualTLS', deprecated: true },
      { kind: 'mutual-tls', deprecated: {} },
    ],
    [
      { type: 'openIdConnect', openIdConnectUrl: 'https://a/b' },
      { kind: 'open-id-connect', url: 'https://a/b' },
    ],
    [
      {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: '/a',
        tokenUrl: '/t',
        scopes: { read: 'Reads.', 'x-a': 1 },
      },
      {
        kind: 'oauth2',
        flows: [
          {
            kind: 'authorization-code',
            authorizationUrl: '/a',
            tokenUrl: '/t',
            scopes: [{ name: 'read', description: 'Reads.' }],
          },
        ],
      },
      'swagger-2.0',
    ],
    [
      {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: '/t', refreshUrl: '/r', scopes: { read: '' } },
          deviceAuthorization: { deviceAuthorizationUrl: '/d', tokenUrl: '/t', scopes: {} },
        },
      },
      {
        kind: 'oauth2',
        flows: [
          { kind: 'client-credentials', tokenUrl: '/t', refreshUrl: '/r', scopes: [{ name: 'read' }] },
          { kind: 'device-authorization', deviceAuthorizationUrl: '/d', tokenUrl: '/t', scopes: [] },
        ],
      },
    ],
  ];
  it.each(cases.map(([scheme, wanted, dialect]) => ({ scheme, wanted, dialect })))('the scheme $scheme', (one) => {
    const { scheme, wanted, dialect } = one;
    const securitySchemes = { a: scheme };
    const holder: JsonObject =
      dialect === 'swagger-2.0' ? { securityDefinitions: securitySchemes } : { components: { securitySchemes } };
    expect(plain(apiOf(holder, dialect).securitySchemes)).toEqual([{ name: 'a', ...wanted }]);
  });

  it('of the document applies to operations that do not have their own', () => {
    const paths = {
      '/a': { get: { operationId: 'A' } },
      '/b': { get: { operationId: 'B', security: [] } },
      '/c': { get: { operationId: 'C', security: [{ oauth: ['read'], key: [] }, {}] } },
    };
    const { operations } = apiOf({ security: [{ key: [] }], paths });
    expect(plain(operations.map(({ security = null }) => security))).toEqual([
      [[{ scheme: 'key' }]],
      null,
      [[{ scheme: 'oauth', scopes: ['read'] }, { scheme: 'key' }], []],
    ]);
  });
});

describe('requests that servers send', () => {
  const event = {
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { a: {} } } } } },
  };

  it('are webhooks, of which a document may consist', () => {
    const document = documentOf('api.yaml', {
      openapi: '3.1.0',
      info: { version: '1.0' },
      webhooks: { boxFull: { post: event } },
    });
    const [webhook] = normalize(document).webhooks;
    expect(webhook).toMatchObject({ path: 'boxFull', method: 'POST', id: 'BoxFullWebhook' });
    expect(webhook?.body?.content[0]?.type.kind).toBe('reference');
  });

  it('are callbacks of an operation', () => {
    const callbacks = { onFull: { '{$request.body#/url}': { post: { operationId: 'shared', ...event } } } };
    const [callback] = operationOf({ callbacks }).callbacks ?? [];
    expect(callback).toMatchObject({
      name: 'onFull',
      operation: { id: 'BoxGetOnFullPost', documentId: 'shared', path: '{$request.body#/url}' },
    });
  });
});

describe('facts of operations', () => {
  it('are all tags, external documentation and extensions', () => {
    const operation = operationOf({
      tags: ['Box', 'Old'],
      externalDocs: { url: 'https://a/b', description: 'More.' },
      'x-rate': { limit: 1 },
      'x-lading-since': '1.1',
    });
    expect(operation).toMatchObject({
      group: 'box',
      tags: ['Box', 'Old'],
      externalDocs: { url: 'https://a/b', description: 'More.' },
      extensions: { 'x-rate': { limit: 1 } },
    });
  });

  it('are links of a response', () => {
    const links = {
      next: { operationId: 'BoxGet', parameters: { id: '$response.body#/next' }, description: 'The next.' },
    };
    expect(plain(operationOf({ responses: { 200: { links } } }).responses[0]?.links)).toEqual([
      {
        name: 'next',
        operation: 'BoxGet',
        parameters: [{ name: 'id', value: '$response.body#/next' }],
        description: 'The next.',
      },
    ]);
  });
});

describe('header parameters of media types and credentials', () => {
  const parameters = ['Accept', 'authorization', 'Content-Type', 'X-Token'];
  const paths = (type: JsonObject): JsonObject => ({
    '/a': { get: { operationId: 'BoxGet', parameters: parameters.map((name) => ({ name, in: 'header', ...type })) } },
  });
  const schemes = { key: { type: 'apiKey', in: 'header', name: 'Key' } };
  const namesIn = (document: JsonObject) =>
    normalize(
      documentOf('a.yaml', { info: { title: 'Boxes', version: '1' }, ...document }),
    ).operations[0]?.parameters.map(({ name }) => name);
  it.each<[head: JsonObject, security: JsonObject, type: JsonObject]>([
    [{ openapi: '3.0.3' }, { components: { securitySchemes: schemes } }, { schema: { type: 'string' } }],
    [{ openapi: '3.1.0' }, { components: { securitySchemes: schemes } }, { schema: { type: 'string' } }],
    [{ swagger: '2.0' }, { securityDefinitions: schemes }, { type: 'string' }],
  ])('are ignored, except for credentials that no scheme describes: %o', (head, security, type) => {
    expect(namesIn({ ...head, ...security, paths: paths(type) })).toEqual(['X-Token']);
    expect(namesIn({ ...head, paths: paths(type) })).toEqual(['authorization', 'X-Token']);
  });
});

describe('the examples of a body', () => {
  const bodyOf = (examples: JsonObject, more: JsonObject = {}) =>
    apiOf({
      paths: {
        '/a': {
          post: { requestBody: { content: { 'application/json': { schema: { type: 'object' }, examples, ...more } } } },
        },
      },
      components: { examples: { cat: { summary: 'A cat', value: { name: 'Tom' } }, dog: { value: { name: 'Rex' } } } },
    }).operations[0]?.body?.content[0];
  const cat = { $ref: '#/components/examples/cat' };
  const dog = { $ref: '#/components/examples/dog' };

  it.each([
    ['a reference', { cat }, {}, { name: 'Tom' }],
    ['the first of several references', { cat, dog }, {}, { name: 'Tom' }],
    ['an inline value', { own: { value: 1 } }, {}, 1],
    ['that of the media type itself', { cat }, { example: 2 }, 2],
  ] as const)('has as its example %s', (_, examples, more, example) => {
    expect(bodyOf(examples, more)).toMatchObject({ example });
  });

  it('are listed with their names', () => {
    expect(bodyOf({ cat })?.examples).toEqual([{ name: 'cat', summary: 'A cat', value: { name: 'Tom' } }]);
    expect(bodyOf({ cat, dog })?.examples).toEqual([
      { name: 'cat', summary: 'A cat', value: { name: 'Tom' } },
      { name: 'dog', value: { name: 'Rex' } },
    ]);
  });
});

it.each([
  [{ $ref: '#/components/schemas/Box' }, 'application/json', 'Box'],
  [{ type: 'object' }, 'application/json', '{"type":"object"}'],
  [{ description: 'a`b' }, 'text/x', `{"description":"a'b"}`],
])('a string with the content schema %j states it', (contentSchema, contentMediaType, shown) => {
  const note = { type: 'string', contentMediaType, contentSchema };
  const { schemas } = apiOf({ components: { schemas: { Box: { type: 'object', properties: { note } } } } });
  const box = schemas.find(({ name }) => name === 'Box')?.type;
  expect(box?.kind === 'record' && box.fields[0]?.rules).toEqual([
    {
      kind: 'sentence',
      sentence: `The text is of the media type \`${contentMediaType}\`, with the schema \`${shown}\`.`,
    },
  ]);
});
