/** Tests the IR of operations in the form of published documents. */
import { describe, expect, it } from 'vitest';
import type { Dialect, JsonObject } from '../../document/index.js';
import { referencesOf } from '../../ir/index.js';
import { apiOf, operationOf, plain } from './testing/small-documents.js';

describe('an operationId becomes noun and verb', () => {
  const cases: readonly (readonly [documentId: string, method: string, name: string])[] = [
    ['ContainerList', 'get', 'container.list'],
    ['ContainerArchiveInfo', 'head', 'container.archiveInfo'],
    ['PutContainerArchive', 'put', 'container.putArchive'],
    ['GetPluginPrivileges', 'get', 'plugin.getPrivileges'],
    ['ImageGetAll', 'get', 'image.getAll'],
    ['BuildPrune', 'post', 'build.prune'],
    ['Session', 'post', 'session.start'],
    ['SystemDataUsage', 'get', 'system.dataUsage'],
    ['IsBoxOpen', 'get', 'box.isOpen'],
    ['PostBoxLabel', 'post', 'box.postLabel'],
    ['ListBoxes', 'get', 'boxes.list'],
    ['CreateBox', 'post', 'box.create'],
    ['UpdateBox', 'post', 'box.update'],
    ['DeleteBox', 'delete', 'box.delete'],
    ['SetBoxLabel', 'put', 'box.setLabel'],
    ['PatchBox', 'patch', 'box.patch'],
    ['HeadBox', 'head', 'box.head'],
    ['CheckBox', 'get', 'box.check'],
    ['AddBoxLabel', 'post', 'box.addLabel'],
    ['RemoveBox', 'delete', 'box.remove'],
    ['RemoveBoxLabel', 'delete', 'box.removeLabel'],
    ['GetBox', 'get', 'box.get'],
    ['PutBox', 'put', 'box.put'],
    ['container_list', 'get', 'container.list'],
    ['Swarm', 'get', 'swarm.get'],
    ['Box', 'head', 'box.check'],
  ];
  it.each(cases)('%s (%s) is %s', (operationId, method, name) => {
    const tags = ['Container', 'Plugin', 'Image', 'Session', 'System'].map((tag) => ({ name: tag }));
    const [operation] = apiOf({ tags, paths: { '/a': { [method]: { operationId } } } }).operations;
    expect(`${operation?.noun}.${operation?.verb}`).toBe(name);
    expect(operation?.documentId).toBe(operationId);
  });

  it('is derived from method and path if there is none', () => {
    const [operation] = apiOf({ paths: { '/system/df': { get: {} } } }).operations;
    expect(operation).toMatchObject({ id: 'SystemGetDf', documentId: 'GetSystemDf' });
  });

  const get = (operationId?: string) => ({ get: operationId === undefined ? {} : { operationId } });
  const clashes: readonly (readonly [title: string, paths: JsonObject, ids: readonly string[]])[] = [
    ['doubled', { '/a': get('BoxGet'), '/b': get('BoxGet') }, ['BoxGet', 'BGet']],
    ['equal as identifiers', { '/a': get('BoxGet'), '/b': get('GetBox') }, ['BoxGet', 'BGet']],
    ['missing on similar paths', { '/a/b': get(), '/aB': get() }, ['ABGet', 'ABGet2']],
    ['missing where another operation has the name', { '/b': get(), '/z': get('GetB') }, ['BGet2', 'BGet']],
    ['without a letter', { '/a': get('-'), '/b': get('') }, ['AGet', 'BGet']],
  ];
  it.each(clashes)('is unique: %s', (_, paths, ids) => {
    expect(apiOf({ paths }).operations.map(({ id }) => id)).toEqual(ids);
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

  it('of an operation replace those of its path; cookies and bodies are left out', () => {
    const own = [
      { name: 'a', in: 'query', description: 'own' },
      { name: 'c', in: 'cookie' },
    ];
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

  it('without a name are rejected', () => {
    expect(() => operationOf({ parameters: [{ in: 'query' }] })).toThrow(/^DOCUMENT_STRUCTURE: Expected the name/);
  });
});

describe('bodies and responses', () => {
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
      { name: 'x-count', required: true, description: 'How many', type: { kind: 'integer' } },
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
      { name: 'box', title: 'Boxes', description: 'What holds things.' },
      { name: 'lid', title: 'Lid' },
    ]);
    expect(api.operations.map(({ id, group }) => `${id} ${group}`)).toEqual([
      'BoxList box',
      'LidList lid',
      'InfoGet common',
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

describe('the address', () => {
  const cases: readonly (readonly [
    content: JsonObject,
    dialect: Dialect,
    basePath: string,
    schemes: readonly string[],
  ])[] = [
    [{ basePath: '/v1.2', schemes: ['http', 'https'] }, 'swagger-2.0', '/v1.2', ['http', 'https']],
    [{ basePath: '/' }, 'swagger-2.0', '', []],
    [
      { servers: [{ url: 'http://localhost/v1.2/' }, { url: 'https://localhost/v1.2' }] },
      'openapi-3.1',
      '/v1.2',
      ['http', 'https'],
    ],
    [{ servers: [{ url: '/v1.2' }] }, 'openapi-3.0', '/v1.2', []],
    [{}, 'openapi-3.1', '', []],
  ];
  it.each(cases)('%j (%s) is %s %j', (content, dialect, basePath, schemes) => {
    expect(apiOf(content, dialect)).toMatchObject({ basePath, schemes });
  });
});
