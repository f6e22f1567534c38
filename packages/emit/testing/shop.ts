/** A document of a shop with what mocks and queries meet: collections, pages, streams, bytes, errors, examples, hostile names. */

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const problem = { description: 'Another status.', content: json(ref('Problem')) };
const petId = { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } };

/** Names that are code, and names of the generated modules. */
export const hostile = [
  '__proto__',
  'constructor',
  "*/ alert('x') /*",
  '${x}`',
  'handlers',
  'mocks',
  'keys',
  'class',
  'then',
];

export function shop(version: string, size: object = {}): object {
  return {
    openapi: '3.2.0',
    info: { title: 'Shop */ `', version },
    servers: [{ url: 'https://shop.example.com/v1' }],
    paths: {
      '/pets': {
        get: {
          operationId: 'ListPets',
          'x-lading-pagination': { kind: 'cursor', items: '/items', parameter: 'cursor', next: '/next' },
          tags: ['pet'],
          summary: 'List pets */',
          parameters: [
            { name: 'cursor', in: 'query', schema: { type: 'string' } },
            { name: 'kind', in: 'query', schema: { type: 'string' } },
          ],
          responses: { 200: { description: 'A page.', content: json(ref('PetPage')) }, default: problem },
        },
        post: {
          operationId: 'CreatePet',
          tags: ['pet'],
          requestBody: { required: true, content: json(ref('NewPet')) },
          responses: { 201: { description: 'Created.', content: json(ref('Pet')) }, 409: problem },
        },
      },
      '/pets/{petId}': {
        parameters: [petId],
        get: {
          operationId: 'GetPet',
          tags: ['pet'],
          responses: { 200: { description: 'The pet.', content: json(ref('Pet')) }, 404: problem },
        },
        put: {
          operationId: 'ReplacePet',
          tags: ['pet'],
          requestBody: { required: true, content: json(ref('NewPet')) },
          responses: { 200: { description: 'The pet.', content: json(ref('Pet')) }, 404: problem },
        },
        delete: { operationId: 'DeletePet', tags: ['pet'], responses: { 204: { description: 'Gone.' }, 404: problem } },
      },
      '/pets/{petId}/photo': {
        parameters: [petId],
        get: {
          operationId: 'GetPhoto',
          tags: ['pet'],
          responses: {
            200: { description: 'Bytes.', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
          },
        },
      },
      '/orders': {
        get: {
          operationId: 'ListOrders',
          'x-lading-pagination': { kind: 'page', parameter: 'page' },
          tags: ['order'],
          parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
          responses: { 200: { description: 'Orders.', content: json({ type: 'array', items: ref('Order') }) } },
        },
      },
      '/events': {
        get: {
          operationId: 'Watch',
          tags: ['order'],
          responses: {
            200: { description: 'Events.', content: { 'application/jsonl': { itemSchema: ref('Iterable') } } },
          },
        },
      },
      ...Object.fromEntries(
        hostile.map((name, index) => [
          `/hostile/${index}/{${name.replace(/[/{}]/g, '')}}`,
          {
            get: {
              operationId: name,
              tags: [name],
              summary: name,
              parameters: [
                { name: name.replace(/[/{}]/g, ''), in: 'path', required: true, schema: { type: 'string' } },
              ],
              responses: { 200: { description: name, content: json(ref('Odd')) } },
            },
          },
        ]),
      ),
    },
    components: {
      schemas: {
        Problem: {
          type: 'object',
          required: ['message'],
          properties: { message: { type: 'string', example: 'No such pet' } },
        },
        NewPet: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', minLength: 1 }, tag: { type: ['string', 'null'] } },
        },
        Pet: {
          type: 'object',
          required: ['id', 'name', 'born'],
          properties: {
            id: { type: 'integer', minimum: 1 },
            name: { type: 'string', minLength: 1, example: 'Tom' },
            tag: { type: ['string', 'null'] },
            code: { type: 'string', pattern: '^[A-Z]{2}-[0-9]{4}$' },
            born: { type: 'string', format: 'date' },
            mother: ref('Pet'),
            ...size,
          },
          additionalProperties: false,
        },
        PetPage: {
          type: 'object',
          required: ['items'],
          properties: { items: { type: 'array', items: ref('Pet') }, next: { type: ['string', 'null'] } },
        },
        Order: {
          oneOf: [
            {
              type: 'object',
              required: ['kind', 'card'],
              properties: { kind: { const: 'card' }, card: { type: 'string' } },
            },
            {
              type: 'object',
              required: ['kind'],
              properties: { kind: { const: 'cash' }, at: { type: 'string', format: 'date-time' } },
            },
          ],
        },
        // The name of a type that the code of streams mentions.
        Iterable: ref('Order'),
        Odd: {
          type: 'object',
          required: hostile,
          properties: Object.fromEntries(hostile.map((name) => [name, { type: 'string', example: name }])),
        },
      },
    },
  };
}
