/** A document whose every name is a word that JavaScript, TypeScript, a file system or the generated code uses itself. */

const words = [
  ...['Record', 'Promise', 'Array', 'Error', 'Date', 'Object', 'String', 'Function', 'Map', 'Partial', 'Buffer'],
  ...['Request', 'Response', 'Blob', 'FormData', 'globalThis', 'undefined', 'default', 'class', 'async', 'never'],
  ...['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'prototype', 'then', 'arguments'],
  ...['Client', 'Input', 'Result', 'Iterable', 'index', 'common', '$ref', 'con', 'nul', 'CON', 'aux.txt', 'COM1'],
  ...['box-lid', 'boxLid', 'box_lid', 'BoxLid', 'BOXLID', 'Caf\u00e9', 'Cafe\u0301', '\u{1F389}', '\u{1F680}'],
  ...['!!!', '---', '1st', `L${'o'.repeat(298)}ng`, `L${'o'.repeat(298)}ng2`],
];

const text = { type: 'string' };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string) => ({ 'application/json': { schema: reference(name) } });

/**
 * Returns the document: each word names a schema, a property, an enum value, a tag, an operation and parameters everywhere. In the
 * newer version, each schema has one more property, with the name of the schema.
 */
export function hostileNames(edition: 'older' | 'newer'): object {
  const more = (name: string) => (edition === 'older' ? {} : Object.fromEntries([[name, text]]));
  return {
    openapi: '3.0.3',
    info: { title: 'Names', version: '1.0' },
    tags: words.map((name) => ({ name })),
    paths: Object.fromEntries([
      ...words.map((name, index) => [
        `/words/${index}`,
        {
          get: operation(name, name, name),
          post: { ...operation(name, `make ${name}`, name), requestBody: { required: true, content: json(name) } },
        },
      ]),
      ['/query', { get: withParameters('query', words) }],
      ['/cookie', { get: withParameters('cookie', words) }],
      ['/header', { get: withParameters('header', headers()) }],
      [`/path/${words.map((name) => `{${name}}`).join('/')}`, { get: withParameters('path', words) }],
      ['/places/{id}', { put: inEveryPlace() }],
    ]),
    components: {
      schemas: Object.fromEntries([
        ...words.map((name) => [name, object({ value: text, next: reference(name), ...more(name) })]),
        ['Everything', object(Object.fromEntries(words.map((name) => [name, text])))],
        ['Word', { type: 'string', enum: words }],
      ]),
    },
  };
}

function object(properties: object): object {
  return { type: 'object', properties };
}

function operation(tag: string, operationId: string, schema: string): object {
  return { operationId, tags: [tag], responses: { 200: { description: 'Done.', content: json(schema) } } };
}

function withParameters(place: string, names: readonly string[]): object {
  const parameters = names.map((name) => ({ name, in: place, required: place === 'path', schema: text }));
  return { ...operation('Parameters', `in ${place}`, 'Word'), parameters };
}

/** Names of headers are tokens, and have no case. Node.js does not report a header with the name `__proto__`. */
function headers(): readonly string[] {
  const byKey = new Map(words.map((name) => [name.toLowerCase(), name]));
  return [...byKey.values()].filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && name !== '__proto__');
}

/** Parameters with one name in four places, and parameters with the names of the places. */
function inEveryPlace(): object {
  const everywhere = ['path', 'query', 'header', 'cookie'].map((place) => ({ name: 'id', in: place }));
  const places = ['body', 'signal', 'query', 'path', 'headers', 'cookies'].map((name) => ({ name, in: 'query' }));
  const parameters = [...everywhere, ...places].map((one) => ({ ...one, required: one.in === 'path', schema: text }));
  const requestBody = { content: json('Everything') };
  return { ...operation('PARAMETERS', 'Id', 'Everything'), parameters, requestBody };
}
