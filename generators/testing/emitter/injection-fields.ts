/** All fields of a document that reach an emitter, with functions that inject a value there. */
import { isArray, isObject, objectOf, type Json, type JsonObject } from '../../document/index.js';

/** A field as its name and its places: keys, with `@` before a key whose name is replaced instead of its value. */
export type InjectionField = readonly [name: string, ...places: (readonly (string | number)[])[]];

const schema = ['components', 'schemas', 'Box'] as const;
const property = [...schema, 'properties', 'Name'] as const;
const operation = ['paths', '/boxes/{id}', 'post'] as const;
const response = [...operation, 'responses', '200'] as const;
const states = ['x-lading-state-sets', 'box-state'] as const;

export const fields: readonly InjectionField[] = [
  ['title of the document', ['info', 'title']],
  ['description of the document', ['info', 'description']],
  ['version', ['info', 'version']],
  ['server', ['servers', 0, 'url']],
  ['tag, declared', ['tags', 0, 'name']],
  ['tag, declared and used', ['tags', 0, 'name'], [...operation, 'tags', 0]],
  ['tag, used', [...operation, 'tags', 0]],
  ['title of a tag', ['tags', 0, 'x-displayName']],
  ['description of a tag', ['tags', 0, 'description']],
  ['path', ['paths', '@/boxes/{id}']],
  ['method', ['paths', '/boxes/{id}', '@post']],
  ['operationId', [...operation, 'operationId']],
  ['summary', [...operation, 'summary']],
  ['description of an operation', [...operation, 'description']],
  ['since of an operation', [...operation, 'x-lading-since']],
  ['until of an operation', [...operation, 'x-lading-until']],
  ['deprecated-since of an operation', [...operation, 'x-lading-deprecated-since']],
  ['deprecated-use of an operation', [...operation, 'x-lading-deprecated-use']],
  ['name of a path parameter', [...operation, 'parameters', 0, 'name']],
  ['name of a query parameter', [...operation, 'parameters', 1, 'name']],
  ['description of a parameter', [...operation, 'parameters', 1, 'description']],
  ['default of a parameter', [...operation, 'parameters', 1, 'schema', 'default']],
  ['pattern of a parameter', [...operation, 'parameters', 1, 'schema', 'pattern']],
  ['example of a parameter', [...operation, 'parameters', 1, 'example']],
  ['location of a parameter', [...operation, 'parameters', 1, 'in']],
  ['value of an enum of a parameter', [...operation, 'parameters', 2, 'schema', 'enum', 0]],
  ['name of a header parameter', [...operation, 'parameters', 3, 'name']],
  ['media type of a parameter', [...operation, 'parameters', 3, 'schema', 'contentMediaType']],
  ['description of a body', [...operation, 'requestBody', 'description']],
  ['media type of a body', [...operation, 'requestBody', 'content', '@application/json']],
  ['status', [...operation, 'responses', '@409']],
  ['description of a response', [...response, 'description']],
  ['media type of a response', [...response, 'content', '@application/json']],
  ['stream of a response', [...response, 'content', 'application/json', 'x-lading-stream', 'kind']],
  ['name of a header', [...response, 'headers', '@Box-Count']],
  ['description of a header', [...response, 'headers', 'Box-Count', 'description']],
  ['default of a header', [...response, 'headers', 'Box-Count', 'schema', 'default']],
  ['name of a schema', ['components', 'schemas', '@Lid']],
  ['title of a schema', [...schema, 'title']],
  ['description of a schema', [...schema, 'description']],
  ['example of a schema', [...schema, 'example']],
  ['required name', [...schema, 'required', 0]],
  ['name of a property', [...schema, 'properties', '@Name']],
  ['title of a property', [...property, 'title']],
  ['description of a property', [...property, 'description']],
  ['default of a property', [...property, 'default']],
  ['format of a string', [...property, 'format']],
  ['pattern of a string', [...property, 'pattern']],
  ['length of a string', [...property, 'maxLength']],
  ['type of a property', [...property, 'type']],
  ['example of a property', [...property, 'example']],
  ['examples of a property', [...schema, 'properties', 'Size', 'examples', 0]],
  ['since of a property', [...property, 'x-lading-since']],
  ['until of a property', [...property, 'x-lading-until']],
  ['deprecated-use of a property', [...property, 'x-lading-deprecated-use']],
  ['extension', [...property, 'x-lading-more']],
  ['name of an extension', [...property, '@x-lading-more']],
  ['kind of a rule', [...schema, 'x-lading-rules', 0, 'kind']],
  ['field of a rule', [...schema, 'x-lading-rules', 0, 'fields', 0]],
  ['value of a rule', [...schema, 'x-lading-rules', 0, 'value']],
  ['sentence of a rule', [...schema, 'x-lading-rules', 0, 'sentence']],
  ['format of an integer', [...schema, 'properties', 'Size', 'format']],
  ['minimum of an integer', [...schema, 'properties', 'Size', 'minimum']],
  ['sentinel of an integer', [...schema, 'properties', 'Size', 'x-lading-sentinels', 0]],
  ['value of an enum', ['components', 'schemas', 'Kind', 'enum', 0]],
  ['value of an open enum', [...schema, 'properties', 'State', 'anyOf', 0, 'enum', 0]],
  ['description of a value', ['components', 'schemas', 'Kind', 'x-enumDescriptions', 'flat']],
  ['described value', ['components', 'schemas', 'Kind', 'x-enumDescriptions', '@flat']],
  ['constant', [...schema, 'properties', 'Fixed', 'const']],
  ['name of an inline property', [...schema, 'properties', 'Label', 'properties', '@Text']],
  ['title of an option', [...schema, 'properties', 'Either', 'oneOf', 0, 'title']],
  ['name of a base', ['components', 'schemas', '@Base']],
  ['name of a state set', ['x-lading-state-sets', '@box-state']],
  ['description of a state set', [...states, 'description']],
  ['field of a state set', [...states, 'fields', 0]],
  ['state', [...states, 'values', '@open']],
  ['description of a state', [...states, 'values', 'open']],
  ['start of a transition', [...states, 'transitions', 0, 'from']],
  ['cause of a transition', [...states, 'transitions', 0, 'on']],
  ['rule of a state set', [...states, 'rules', 0]],
];

/** Fields with names and references: if several were replaced at once, references would break. */
export const names: readonly InjectionField[] = fields.filter(([, ...places]) => places.some(isName));
/** All other fields, which can have the value at the same time. */
export const textFields: readonly InjectionField[] = fields.filter((field) => !names.includes(field));
function isName(place: readonly (string | number)[]): boolean {
  const [last, owner] = [String(place.at(-1)), String(place.at(-2))];
  if (last.startsWith('@') || ['tags', 'enum', 'required', 'fields'].includes(owner)) return true;
  return ['version', 'url', 'name', 'operationId', 'in', 'type', 'from'].includes(last) || place.includes('oneOf');
}

/** Returns the document with a value in a field; references to a renamed schema are updated. */
export function withValue(root: JsonObject, [, ...places]: InjectionField, value: Json): JsonObject {
  return places.reduce<Json>((tree, place) => withValueAt(tree, place, value), root) as JsonObject;
}

function withValueAt(tree: Json, place: readonly (string | number)[], value: Json): Json {
  const last = place.at(-1);
  if (place[1] === 'schemas' && typeof last === 'string' && last.startsWith('@') && place.length === 3) {
    return withReferences(edited(tree, place, value), last.slice(1), nameOf(value));
  }
  if (last === 'name' && place.at(-2) === 0 && place.includes('parameters')) {
    // The path must contain the new name of its parameter.
    const renamed = edited(tree, place, value);
    return edited(renamed, ['paths', '@/boxes/{id}'], `/boxes/{${nameOf(value)}}`);
  }
  if (last === '@/boxes/{id}') return edited(tree, place, `/boxes/{id}/${nameOf(value)}`);
  return edited(tree, place, value);
}

function edited(tree: Json, [key, ...rest]: readonly (string | number)[], value: Json): Json {
  if (key === undefined) return value;
  if (isArray(tree)) return tree.map((entry, index) => (index === key ? edited(entry, rest, value) : entry));
  if (!isObject(tree)) throw new Error(`there is no object at ${String(key)}`);
  const name = String(key);
  const own = name.replace(/^@/, '');
  if (!Object.hasOwn(tree, own)) throw new Error(`there is no field ${own}`);
  return objectOf(
    Object.entries(tree).map(([property, entry]) => {
      if (property !== own) return [property, entry];
      return name.startsWith('@') ? [nameOf(value), entry] : [property, edited(entry, rest, value)];
    }),
  );
}

function withReferences(tree: Json, from: string, to: string): Json {
  if (isArray(tree)) return tree.map((entry) => withReferences(entry, from, to));
  if (!isObject(tree)) return tree;
  return objectOf(
    Object.entries(tree).map(([key, entry]) => {
      if (key !== '$ref' || entry !== `#/components/schemas/${from}`) return [key, withReferences(entry, from, to)];
      const segment = to.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25');
      return [key, `#/components/schemas/${segment}`];
    }),
  );
}

function nameOf(value: Json): string {
  return typeof value === 'string' ? value : 'benign';
}

/** A small document in which every field of {@link fields} is set. */
export const root: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Boxes', description: 'All boxes.', version: '1.9' },
  servers: [{ url: 'http://localhost/v1.9' }],
  tags: [{ name: 'Box', 'x-displayName': 'Boxes', description: 'What holds things.' }],
  paths: {
    '/boxes/{id}': {
      post: {
        operationId: 'BoxPut',
        summary: 'Puts a thing in a box',
        description: 'And waits.',
        tags: ['Box'],
        deprecated: true,
        'x-lading-since': '1.2',
        'x-lading-until': '1.9',
        'x-lading-deprecated-since': '1.5',
        'x-lading-deprecated-use': 'Use another box.',
        parameters: [
          { name: 'id', in: 'path', required: true, description: 'Which.', schema: { type: 'string' } },
          {
            name: 'label',
            in: 'query',
            description: 'A label.',
            example: 'red',
            schema: { type: 'string', default: 'none', pattern: '^[a-z]+$' },
          },
          { name: 'mode', in: 'query', schema: { type: 'string', enum: ['soft', 'hard'] } },
          {
            name: 'X-Box-Auth',
            in: 'header',
            schema: {
              type: 'string',
              contentEncoding: 'base64url',
              contentMediaType: 'application/json',
              contentSchema: { type: 'object', properties: { key: { type: 'string' } } },
            },
          },
        ],
        requestBody: {
          description: 'The thing.',
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Lid' } } },
        },
        responses: {
          '200': {
            description: 'It is in.',
            headers: { 'Box-Count': { description: 'How many.', schema: { type: 'string', default: '1' } } },
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Box' },
                'x-lading-stream': { kind: 'json-lines' },
              },
            },
          },
          '409': { description: 'It is full.', content: { 'text/plain': { schema: { type: 'string' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Base: { type: 'object', properties: { Id: { type: 'string' } } },
      Lid: { type: 'object', properties: { Shut: { type: 'boolean' }, Kind: { $ref: '#/components/schemas/Kind' } } },
      Kind: { type: 'string', enum: ['flat', 'round'], 'x-enumDescriptions': { flat: 'Like a board.' } },
      Box: {
        title: 'A box',
        description: 'What holds things.',
        type: 'object',
        allOf: [{ $ref: '#/components/schemas/Base' }],
        required: ['Name'],
        example: { Name: 'red' },
        'x-lading-rules': [{ kind: 'greater-than', fields: ['Size'], value: 'Name', sentence: 'Size is greater.' }],
        properties: {
          Name: {
            title: 'Name',
            description: 'What it is called.',
            type: 'string',
            format: 'uri',
            pattern: '^[a-z]+$',
            maxLength: 9,
            default: 'none',
            example: 'red',
            'x-lading-since': '1.2',
            'x-lading-until': '1.8',
            'x-lading-deprecated-use': 'Use Label.',
            'x-lading-more': 'more',
            deprecated: true,
          },
          Size: { type: 'integer', format: 'int64', minimum: 1, examples: [4], 'x-lading-sentinels': [-1] },
          State: { anyOf: [{ type: 'string', enum: ['open', 'shut'] }, { type: 'string' }] },
          Fixed: { const: 'box' },
          Label: { type: 'object', properties: { Text: { type: 'string' } } },
          Either: {
            oneOf: [
              { title: 'One', type: 'object', properties: { A: { type: 'string' } } },
              { type: 'object', properties: { B: { type: ['string', 'null'] } } },
            ],
          },
          Lids: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Lid' } },
        },
      },
    },
  },
  'x-lading-state-sets': {
    'box-state': {
      description: 'What a box can be.',
      fields: ['Box.State'],
      values: { open: 'It is open.', shut: 'It is shut.' },
      transitions: [{ from: 'open', to: 'shut', on: 'wind' }],
      rules: ['A shut box stays shut.'],
    },
  },
};
