/** Documents, overlays and configurations in which one value is another one or none, or that are cut off. */
import fc from 'fast-check';

const pet = { type: 'object', required: ['name'], properties: { name: { type: 'string', enum: ['a', 'b'] } } };
const reference = { $ref: '#/components/schemas/Pet' };
const json = { 'application/json': { schema: reference, example: { name: 'a' } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0', license: { name: 'MIT' } },
  servers: [{ url: 'http://localhost/v1' }],
  tags: [{ name: 'Pets', description: 'Pets.' }],
  security: [{ key: [] }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { operationId: 'getPet', tags: ['Pets'], responses: { 200: { description: 'A pet.', content: json } } },
      put: { requestBody: { required: true, content: json }, responses: { default: { description: 'Done.' } } },
    },
  },
  components: {
    schemas: { Pet: pet, Any: { oneOf: [reference, { type: ['null', 'array'], items: { allOf: [reference] } }] } },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
};
const overlay = {
  overlay: '1.0.0',
  info: { title: 'Pets', version: '1.1' },
  extends: 'api.json',
  actions: [
    { target: '$.info', update: { version: '1.1' } },
    { target: '$.components.schemas.Pet.properties', update: { size: { type: 'integer' } } },
  ],
};
const config = {
  documents: ['api.json'],
  overlays: ['later.json'],
  emitters: ['types', 'client', 'server'],
  out: 'out',
};

type Value = null | boolean | number | string | readonly unknown[] | object;
const wrong = fc.constantFrom<Value>(
  ...[null, true, 0, -1, 1e400, '', 'x', '#', '#/', '$ref', [], [null], [[]], {}, { '': null }, { $ref: null }],
  ...[{ $ref: '#' }, { $ref: '#/paths' }, { $ref: 'x.json' }, { type: 'x' }, { allOf: [] }, { properties: [] }],
  ...[{ const: {} }, { enum: [] }, { type: [] }, { items: [] }, { pattern: '(' }, { $ref: '#/components/schemas/Any' }],
);

/** Replaces, renames or removes one value somewhere. */
function broken(value: unknown, at: number, how: Value | undefined): unknown {
  const places: { readonly owner: Record<string, unknown>; readonly key: string }[] = [];
  const copy: unknown = structuredClone(value);
  const walk = (owner: unknown): void => {
    if (typeof owner !== 'object' || owner === null) return;
    for (const key of Object.keys(owner)) {
      places.push({ owner: owner as Record<string, unknown>, key });
      walk((owner as Record<string, unknown>)[key]);
    }
  };
  walk(copy);
  const place = places[at % places.length];
  if (place !== undefined && how === undefined) delete place.owner[place.key];
  else if (place !== undefined) place.owner[place.key] = how;
  return copy;
}

const commands = [
  ...[['lint', 'api.json'], ['ir', '--document', 'api.json'], ['diff', 'api.json', 'good.json'], ['generate']],
  ...[
    ['derive', 'good.json', 'api.json'],
    ['apply', 'later.json', 'api.json'],
    ['lint', 'later.json'],
    ['diff', '1.0', '1.1'],
  ],
];

/** Files by their names, and the command that reads them. */
interface BrokenInput {
  readonly command: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

const texts = { 'api.json': document, 'later.json': overlay, 'lading.config.json': config };
/** Compared with the broken document. */
const good = { ...document, info: { title: 'Pets', version: '0.9' } };

/** The document as it is. */
export const petsDocument = JSON.stringify(document);

export const brokenInputs: fc.Arbitrary<BrokenInput> = fc
  .tuple(
    fc.constantFrom('api.json', 'api.json', 'later.json', 'lading.config.json'),
    fc.nat(),
    fc.option(wrong, { nil: undefined, freq: 6 }),
    fc.constantFrom(...commands),
    fc.option(fc.nat(), { nil: undefined, freq: 8 }),
  )
  .map(([file, at, how, command, end]) => {
    const files: Record<string, string> = { 'good.json': JSON.stringify(good) };
    for (const [name, content] of Object.entries(texts)) {
      const text = JSON.stringify(name === file ? broken(content, at, how) : content);
      files[name] = end !== undefined && name === file ? text.slice(0, end % text.length) : text;
    }
    return { command, files };
  });

/** What a command never prints. */
export const stackLine = /^\s+at .*:\d+:\d+\)?$|UNEXPECTED|undefined \(|\[object Object\]/m;
