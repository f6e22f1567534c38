/** Code examples of the reference have prettier's format with lines of 100 characters. */
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { documentOf, type Document, type JsonObject } from '../../document/index.js';
import type { GroupPage } from '../docs/index.js';
import { document, page, packageFiles, schema, text } from './testing/boxes.js';

const pretty = (code: string) =>
  format(code, { parser: 'typescript', printWidth: 100, singleQuote: true, trailingComma: 'all' });

const sized = (length: number) => ({ ...text, examples: ['x'.repeat(length)] });
const pair = schema({ Left: sized(3), Right: sized(5) });
const lids: readonly (readonly [string, JsonObject])[] = [
  ['nothing', {}],
  ...[20, 38, 39, 40, 41, 42, 60, 90].map((length) => [`a string of ${length}`, { Name: sized(length) }] as const),
  [
    'several records in a list',
    {
      Pairs: {
        type: 'array',
        items: pair,
        examples: [
          [
            { Left: 'a', Right: 'b' },
            { Left: 'c', Right: 'd' },
          ],
        ],
      },
    },
  ],
  ['a record in a record', { Pair: pair, 'Other-Pair': pair, More: sized(30) }],
  ['long numbers', { Size: { type: 'integer', examples: [12_345_678] } }],
];

describe.each(lids)('with %s', (_name, lid) => {
  it('a client and a server are printed in prettier format', async () => {
    const generated = await packageFiles([document('1.0', lid)]);
    const { operations } = page<GroupPage>(generated, '1.0', 'groups/box');
    const samples = operations.flatMap(({ code: { client = '', server = '' } }) => [client, server]);
    expect(samples.every((sample) => sample !== '')).toBe(true);
    for (const sample of samples) expect(`${sample}\n`).toBe(await pretty(sample));
  });
});

/** The document with a security scheme, which operations may name. */
function withKey({ root }: Document): Document {
  const components = {
    ...(root['components'] as JsonObject),
    securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  };
  return documentOf('api.yaml', { ...root, components });
}

async function samples(box: JsonObject): Promise<{ readonly client: string; readonly server: string }> {
  const { operations } = page<GroupPage>(await packageFiles([withKey(document('1.0', {}, box))]), '1.0', 'groups/box');
  const { client = '', server = '' } = operations[0]?.code ?? {};
  return { client, server };
}

it.each<readonly [string, JsonObject, string]>([
  ['200', { content: { 'application/jsonl': { schema: schema({ Name: text }) } } }, 'async *'],
  ['101', { 'x-lading-stream': { kind: 'upgrade' } }, 'session('],
])('a server responds %s with %j by %s', async (status, response, expected) => {
  const { server } = await samples({ responses: { [status]: { description: 'Names.', ...response } } });
  expect(['async *', 'session('].filter((one) => server.includes(one))).toEqual([expected]);
});

it('samples have the required properties that an example of an earlier version lacks', async () => {
  const pair = { type: 'object', required: ['Name', 'Size'], properties: { Name: text, Size: { type: 'integer' } } };
  const list = { type: 'array', items: pair };
  const of = (type: string, one: JsonObject, example: unknown) => ({ [type]: { schema: one, example } as JsonObject });
  const old = { Name: 'red' };
  const cases = [of('application/json', list, [old]), of('application/jsonl', pair, '{"Name":"red"}\n')];
  for (const content of cases) {
    const requestBody = { content: of('application/json', pair, old) };
    const { client, server } = await samples({ requestBody, responses: { 200: { description: 'Names.', content } } });
    for (const sample of [client, server]) expect(sample).toMatch(/Name: 'red', Size: \d/);
  }
});

it('a client gets no credential as a parameter that may be absent', async () => {
  const header = (name: string, more: object = {}) => ({ name, in: 'header', schema: text, example: 'a', ...more });
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const security = [{ token: [] }];
  const of = async (required: boolean) => {
    const parameters = [id, header('X-Key', { required }), header('X-Name', { required: true })];
    return (await samples({ parameters, security })).client;
  };
  expect(await of(false)).toContain('X-Name');
  expect(await of(false)).not.toContain('X-Key');
  expect(await of(true)).toContain('X-Key');
});

describe.each([3, 80])('with strings of %d', (length) => {
  it.each([11, 12, 13, 60])('a handler shows a response of up to 14 lines: %d strings', async (count) => {
    const names = Array.from({ length: count }, (_, index) => `Name${index}`);
    const lid = Object.fromEntries(names.map((name) => [name, sized(length)]));
    const content = { 'application/json': { schema: schema(lid, { required: names }) } };
    const { server } = await samples({ responses: { '200': { description: 'It fits.', content } } });
    expect(server).toContain(count <= 12 ? `Name${count - 1}: 'xxx` : '=> response,');
  });
});
