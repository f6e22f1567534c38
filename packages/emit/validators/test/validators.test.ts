/** Validators of two versions, generated and called. That they accept what ajv does, `tools/any-api` compares. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test, vi } from 'vitest';
import { emit } from 'lading/emitter/testing';
import { main } from 'lading/testing';
import validators from '../src/index.js';

// Below this package, where its libraries are found.
const parent = join(import.meta.dirname, '..', '.validation');
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(join(parent, 'test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const content = (schema: object) => ({ 'application/json': { schema } });
const document = (version: string, status: readonly string[]) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version },
  paths: {
    '/orders': {
      post: {
        operationId: 'placeOrder',
        tags: ['orders'],
        parameters: [{ name: 'notify', in: 'query', schema: { type: 'boolean' } }],
        requestBody: { required: true, content: content({ $ref: '#/components/schemas/Order' }) },
        responses: {
          201: { description: 'Placed.', content: content({ $ref: '#/components/schemas/Order' }) },
          202: { description: 'Later.', content: content({ type: 'integer' }) },
        },
      },
    },
  },
  components: {
    schemas: {
      Status: { type: 'string', enum: status },
      // An operation of another group has the same name, and JavaScript reads the pattern without Unicode only.
      PlaceOrder: {
        type: 'object',
        allOf: [{ type: 'object', patternProperties: { '^x\\-': { type: 'string' } } }],
        unevaluatedProperties: false,
      },
      Address: { type: 'string', format: 'ipv6' },
      Vehicle: { type: 'object', required: ['valueOf'], properties: { constructor: { type: 'string' }, valueOf: {} } },
      // No regular expression of JavaScript.
      Code: {
        type: 'object',
        properties: { of: { type: 'string', pattern: '^(?i)a' } },
        patternProperties: { '(?i)b': {} },
        additionalProperties: false,
      },
      Item: { type: 'object', required: ['sku'], properties: { sku: { type: 'string', minLength: 2 } } },
      Order: {
        type: 'object',
        required: ['id', 'items'],
        properties: {
          id: { type: 'string', format: 'uuid', readOnly: true },
          total: { type: 'integer', format: 'int64' },
          status: { $ref: '#/components/schemas/Status' },
          items: { type: 'array', items: { $ref: '#/components/schemas/Item' }, uniqueItems: true },
          parent: { $ref: '#/components/schemas/Order' },
        },
      },
    },
  },
});

interface Validator {
  readonly '~standard': { validate(value: unknown): { issues?: readonly { readonly path?: readonly unknown[] }[] } };
}
type Module = Readonly<Record<string, Validator>> & {
  readonly operations: Readonly<Record<string, Readonly<Record<string, Validator>>>>;
};

/** Generates validators of two versions, and returns the folders of their modules. */
async function generated(name: string, options: object): Promise<(version: string) => string> {
  const documents = [document('1.0', ['open']), document('2.0', ['open', 'paid'])];
  const files = await emit(documents, [[validators, { ...options }]], { scope: '@shop' });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return (version) => join(folder, name, version, 'validators', 'gen');
}

/** Generates validators of some schemas, and loads them. */
async function validatorsOf(schemas: object, library: string, name: string): Promise<Module> {
  const api = { ...document('1.0', []), paths: {}, components: { schemas } };
  for (const [path, text] of await emit([api], [[validators, { library }]])) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return (await import(join(folder, name, 'v1.0', 'validators', 'gen', 'index.ts'))) as Module;
}

/** The paths of the problems; undefined if the value is valid. */
function problems(validator: Validator | undefined, value: unknown): readonly string[] | undefined {
  if (validator === undefined) throw new Error('there is no such validator');
  const { issues } = validator['~standard'].validate(value);
  const keyOf = (key: unknown) => (typeof key === 'object' && key !== null && 'key' in key ? key.key : key);
  return issues?.map(({ path = [] }) => path.map(keyOf).join('/'));
}

test.each(['zod', 'valibot'] as const)('validators of %s', async (library) => {
  const of = await generated(library, { library });
  const {
    Address,
    Code,
    Order,
    OrderInput,
    PlaceOrder: Extension,
    Vehicle,
    operations,
  } = (await import(join(of('v2.0'), 'index.ts'))) as Module;
  const order = { id: '0b7c1f0e-9d0a-4a27-8f3b-6b8f1d0c2a11', items: [{ sku: 'ab' }] };
  expect(problems(Order, { ...order, parent: order, more: 1 })).toBeUndefined();
  // One character, two code units.
  expect(problems(Order, { ...order, items: [{ sku: '\u{1F98A}' }] })).toEqual(['items/0/sku']);
  expect(problems(Order, { ...order, items: [{ sku: 'ab' }, { sku: 'ab' }] })).toEqual(['items']);
  expect(problems(Order, { ...order, parent: { ...order, total: 1.5 } })).toEqual(['parent/total']);
  expect(problems(Order, { ...order, status: 'lost' })).toEqual(['status']);
  expect(problems(Order, { items: [] })).toEqual(['id']);
  expect(problems(Extension, { 'x-a': 'a' })).toBeUndefined();
  expect(problems(Extension, { y: 'a' })).toHaveLength(1);
  const vehicles: readonly unknown[] = [
    {},
    { valueOf: 1 },
    { valueOf: 1, constructor: 2 },
    { valueOf: 1, constructor: 'a' },
  ];
  const wrong = library === 'zod' ? 1 : undefined;
  expect(vehicles.map((vehicle) => problems(Vehicle, vehicle)?.length)).toEqual([1, undefined, wrong, undefined]);
  const addresses = [
    '::',
    '::1',
    '1:2:3:4:5:6:7:8',
    '::ffff:10.0.0.1',
    ':',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '12345::',
    '::1.2.3',
  ];
  expect(addresses.filter((address) => problems(Address, address) !== undefined)).toEqual(addresses.slice(4));
  expect(problems(Code, { of: 'b', c: 1 })).toBeUndefined();
  // Only responses have an id.
  expect(problems(OrderInput, { items: [] })).toBeUndefined();
  const { PlaceOrder } = operations;
  expect(problems(PlaceOrder?.['request'], { items: 1 })).toEqual(['items']);
  expect(problems(PlaceOrder?.['response'], { items: [] })).toHaveLength(1);
  expect(problems(PlaceOrder?.['response'], 7)).toBeUndefined();
  // A compiler refuses to write the inferred type of many validators into a declaration.
  const { diagnostics } = ts.transpileDeclaration(readFileSync(join(of('v2.0'), 'operations.ts'), 'utf8'), {
    compilerOptions: { isolatedDeclarations: true, module: ts.ModuleKind.ESNext },
    reportDiagnostics: true,
  });
  expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
  expect(problems(PlaceOrder?.['query'], { notify: 'yes' })).toEqual(['notify']);
});

const formats: Readonly<Record<string, readonly [accepted: readonly string[], refused: readonly string[]]>> = {
  'ip-address': [
    ['10.0.0.1', '::1', 'fe80::1%eth0', '::ffff:10.0.0.1'],
    ['', '10.0.0', '10.0.0.256', '10.0.0.1%eth0', 'localhost', '::1%', '10.0.0.01', '::ffff:10.0.0.01'],
  ],
  ipv4: [
    ['10.0.0.1', '255.249.199.99'],
    ['10.0.0.01', '010.0.0.1', '10.0.0.256', '::ffff:10.0.0.1'],
  ],
  time: [
    ['00:00:00', '23:59:60.25Z', '00:00:00+23:59'],
    ['24:00:00Z', '00:00:00+24:00', '00:00:00-01:60'],
  ],
  cidr: [
    ['10.0.0.0/8', '0.0.0.0/0', 'fd00::/8', '::/128'],
    ['10.0.0.0', '10.0.0.0/33', '::/129', 'x/8', '/8', '10.0.0.0/8/8'],
  ],
  mac: [
    ['02:42:ac:11:00:02', '02-42-AC-11-00-02', '0242.ac11.0002', '02:42:ac:11:00:02:00:01', '0242.ac11.0002.0001'],
    ['', '02:42:ac:11:00', '0242ac110002', '02:42:ac:11:00:0g', '02:42-ac:11:00:02', '02:42:ac:11:00:2'],
  ],
  date: [['2028-02-29'], ['2027-02-29', '2027-13-01', '27-01-01']],
  byte: [
    ['', 'YQ==', 'YWFh'],
    ['YQ=', 'Y Q=', 'YQ'],
  ],
};

test.each(['zod', 'valibot'] as const)('formats in validators of %s', async (library) => {
  const names = Object.keys(formats);
  const schemas = Object.fromEntries(names.map((format, index) => [`Format${index}`, { type: 'string', format }]));
  const of = await validatorsOf(schemas, library, `formats-${library}`);
  const accepted = (format: string, texts: readonly string[]) =>
    texts.filter((text) => problems(of[`Format${names.indexOf(format)}`], text) === undefined);
  for (const [format, [fitting, others]] of Object.entries(formats))
    expect([format, accepted(format, fitting), accepted(format, others)]).toEqual([format, fitting, []]);
});

test.each(['zod', 'valibot'] as const)('of a choice by a property, %s accepts an array', async (library) => {
  const kinds = { file: 'File', array: 'Folder' };
  const mapping = Object.fromEntries(
    Object.entries(kinds).map(([kind, name]) => [kind, `#/components/schemas/${name}`]),
  );
  const oneOf = Object.values(mapping).map(($ref) => ({ $ref }));
  const file = { type: 'object', required: ['type'], properties: { type: { type: 'string' } } };
  const schemas = {
    File: file,
    Folder: { type: 'array', items: file },
    Content: { oneOf, discriminator: { propertyName: 'type', mapping } },
  };
  const { Content } = await validatorsOf(schemas, library, `choice-${library}`);
  const values = [{ type: 'file' }, [{ type: 'file' }], [], { type: 'array' }, [{}]];
  expect(values.map((value) => problems(Content, value) === undefined)).toEqual([true, true, true, false, false]);
});

test.each(['zod', 'valibot'] as const)('validators of %s may have the names of global objects', async (library) => {
  const Part = { type: 'integer', multipleOf: 2 };
  const Whole = {
    type: 'object',
    properties: { part: { $ref: '#/components/schemas/Part' }, constructor: {} },
    patternProperties: { '^x-': { $ref: '#/components/schemas/Part' } },
    additionalProperties: false,
    minProperties: 1,
  };
  const Rest = {
    allOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'object' }],
    unevaluatedProperties: false,
  };
  const List = { type: 'array', prefixItems: [Part], contains: Part, unevaluatedItems: false, uniqueItems: true };
  const One = { oneOf: [{ type: 'integer' }, { type: 'number' }] };
  const schemas = { Part, Whole, Rest, List, One };
  const wrong = { Part: 1.5, Whole: { 'x-a': 1 }, Rest: { y: 1 }, List: [2, 2], One: 2 };
  const right = { Part: 2, Whole: { part: 2 }, Rest: { 'x-a': 2 }, List: [2], One: 2.5 };
  const api = { ...document('1.0', []), paths: {}, components: { schemas } };
  const text = (await emit([api], [[validators, { library }]])).get('v1.0/validators/gen/common.ts') ?? '';
  const globals = [...new Set(text.match(/\b[A-Z][A-Za-z]+(?=[.(])/g))].filter((name) => name in globalThis).sort();
  expect(globals).toEqual(['Array', 'Number', 'Object', 'RegExp', 'Set'].filter((name) => globals.includes(name)));
  expect(globals.length).toBeGreaterThan(3);
  const named = Object.fromEntries(globals.map((name) => [name, { type: 'object' }]));
  const of = await validatorsOf({ ...named, ...schemas }, library, `globals-${library}`);
  const fitting = (values: object) =>
    Object.entries(values)
      .filter(([name, value]) => problems(of[name], value) === undefined)
      .map(([name]) => name);
  expect(fitting(right)).toEqual(Object.keys(schemas));
  expect(fitting(wrong)).toEqual([]);
});

test('a group may have the name of the module of functions that validators call', async () => {
  const api = document('1.0', ['open']);
  api.paths['/orders'].post.tags = ['checks'];
  const files = await emit([api], [validators]);
  expect(files.get('v1.0/validators/gen/checks.ts')).toContain('export const Order:');
  expect(files.get('v1.0/validators/gen/checks2.ts')).toContain('export function textOf');
});

test('functions that validators call are in the format in which code is written', async () => {
  const all = ['date-time', 'cidr', 'mac', 'ipv6', 'ip-address'];
  const schemas = {
    ...Object.fromEntries(all.map((format, index) => [`Format${index}`, { type: 'string', format, minLength: 3 }])),
    Part: { type: 'number', multipleOf: 0.1 },
    Parts: { type: 'array', items: {}, uniqueItems: true },
    Own: { type: 'object', required: ['a'] },
  };
  const api = { ...document('1.0', []), paths: {}, components: { schemas } };
  const unformatted: typeof validators = {
    ...validators,
    emit: async (request) => {
      const { declarations = [], ...rest } = await validators.emit(request);
      return { ...rest, declarations: declarations.map(({ isFormatted: _, ...one }) => one) };
    },
  };
  const path = 'v1.0/validators/gen/checks.ts';
  const text = (await emit([api], [validators])).get(path) ?? '';
  expect(text.match(/^export function \w+/gm)).toHaveLength(10);
  expect(text).toBe((await emit([api], [unformatted])).get(path));
});

test('a function may call that of the version which its version extends', async () => {
  const documents = ['date-time', 'date'].map((format, index) => {
    const schemas = { Day: { type: 'string', format } };
    return { ...document(`${index + 1}.0`, []), paths: {}, components: { schemas } };
  });
  const text = (await emit(documents, [validators], { scope: '@shop' })).get('v1.0/validators/gen/checks.ts');
  expect(text).toContain("import { isDate } from '@shop/validators-v2.0';\n");
  expect(text).toContain('&& isDate(text.slice(0, 10))');
});

test('messages of validators count in English', async () => {
  const Box = {
    type: 'object',
    minProperties: 1,
    maxProperties: 2,
    properties: { code: { type: 'string', maxLength: 1 } },
  };
  const files = await emit(
    [{ ...document('1.0', []), components: { schemas: { ...document('1.0', []).components.schemas, Box } } }],
    [validators],
  );
  const messages = [...files.values()].join('\n').match(/must have at (?:least|most) \d+ \w+/g);
  expect([...new Set(messages)].sort()).toEqual([
    'must have at least 1 property',
    'must have at least 2 characters',
    'must have at most 1 character',
    'must have at most 2 properties',
  ]);
});

test('64-bit integers are bigints where that is wanted', async () => {
  const of = await generated('exact', { int64: 'bigint' });
  const { OrderInput } = (await import(join(of('v2.0'), 'index.ts'))) as Module;
  const withTotal = (total: unknown) => problems(OrderInput, { items: [], total });
  expect(withTotal(2n ** 63n - 1n)).toBeUndefined();
  expect(withTotal(2n ** 63n)).toEqual(['total']);
  expect(withTotal(1)).toEqual(['total']);
});

test('what versions share is written once', async () => {
  const of = await generated('shared', {});
  const text = (version: string) =>
    readdirSync(of(version))
      .map((name) => readFileSync(join(of(version), name), 'utf8'))
      .join('');
  expect(text('v1.0')).toContain('export const Status =');
  expect(text('v2.0')).toContain('export const Item =');
  expect(text('v1.0')).not.toContain('export const Item =');
});

test('generate warns of what validators do not check', async () => {
  const emitter = join(import.meta.dirname, '..', 'dist', 'index.js');
  const rules = [{ kind: 'excludes', fields: ['a', 'b'], sentence: 'Not both.' }];
  const properties = { a: { type: 'string' }, b: { type: 'string' } };
  const schemas = {
    ...document('1.0', []).components.schemas,
    Time: { type: 'string', format: 'duration' },
    Item: { type: 'object', properties, 'x-lading-rules': rules },
  };
  const api = { ...document('1.0', ['open']), components: { schemas } };
  writeFileSync(join(folder, 'api.json'), JSON.stringify(api));
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify({ documents: ['api.json'], emitters: [emitter] }));
  const printed: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const exit = await main(['generate', '--config', join(folder, 'lading.config.json')]);
  vi.restoreAllMocks();
  expect(exit).toBe(0);
  expect(printed.join('').replaceAll(/\s+/g, ' ')).toContain(
    'Generated servers and validators do not check the format "duration"',
  );
  expect(printed.join('').replaceAll(/\s+/g, ' ')).toContain(
    'In the generated validators, rules between properties (1) such as those of PlaceOrder are not checked: generated servers check them.',
  );
});
