/**
 * The exact entry points: the same names with `bigint`, only differing declarations, and the locations of large
 * integers.
 */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { emit } from '../../testing/emitter/index.js';
import { oneLine } from './testing/one-line.js';

const large = { type: 'integer', format: 'int64' };
const schema = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'object', properties, ...more });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject) => ({
  responses: { '200': { description: '', content: { 'application/json': { schema } } } },
});

const schemas: JsonObject = {
  Lid: schema({ Name: { type: 'string' }, Small: { type: 'integer', format: 'int32' } }),
  Base: schema({ Id: { type: 'integer', format: 'uint64' } }),
  Derived: { allOf: [reference('Base'), schema({ Name: { type: 'string' } })] },
  Box: {
    allOf: [
      reference('Base'),
      schema({
        Lid: reference('Lid'),
        Derived: reference('Derived'),
        Sizes: { type: 'array', items: large },
        Inner: { type: 'object', additionalProperties: reference('Box') },
        __proto__x: large,
      }),
    ],
  },
};

function files(...versions: readonly (readonly [string, JsonObject])[]): Promise<ReadonlyMap<string, string>> {
  const documents = versions.map(([version, schemas]) => ({
    openapi: '3.1.0',
    info: { title: 'Boxes', version },
    tags: [{ name: 'Box' }, { name: 'Lid' }],
    paths: {
      '/boxes': {
        get: { operationId: 'BoxList', tags: ['Box'], ...json({ type: 'array', items: reference('Box') }) },
      },
      '/box': {
        post: {
          operationId: 'BoxCreate',
          tags: ['Box'],
          parameters: [{ name: 'version', in: 'query', schema: large }],
          requestBody: { content: { 'application/json': { schema: reference('Box') } } },
          responses: { '204': { description: '' } },
        },
      },
      '/box/open': { get: { operationId: 'BoxOpen', tags: ['Box'], ...json(reference('Lid')) } },
      '/lid': { get: { operationId: 'LidGet', tags: ['Lid'], ...json(reference('Lid')) } },
    },
    components: { schemas },
  }));
  return emit(documents, [['client', { runtime: 'engine' }]], { scope: '@lading' });
}

it('types large integers as bigint, and re-exports declarations without any', async () => {
  const generated = await files(['10.0', schemas]);
  const box = generated.get('v10.0/types/gen/exact/box.ts') ?? '';
  expect(box).toContain("import type { Lid } from '../index.js';");
  expect(box).toContain(
    'export interface Box extends Base {\n  Lid?: Lid;\n  Derived?: Derived;\n  Sizes?: bigint[];\n',
  );
  expect(box).toContain('  Inner?: { [key: string]: Box };');
  expect(box).toMatch(/export interface Base \{\n.*\n {2}Id\?: bigint;\n\}/);
  expect(generated.get('v10.0/types/gen/exact/operations/box.ts')).toContain('  version?: bigint;');
  expect(generated.has('v10.0/types/gen/exact/lid.ts')).toBe(false);
  expect(generated.get('v10.0/types/gen/exact/index.ts')).toMatch(/^export \* from '\.\.\/index\.js';$/m);
  expect(generated.get('v10.0/types/gen/exact/index.ts')).not.toMatch(/\bLid\b/);
  expect(generated.get('v10.0/types/gen/box.ts')).not.toContain('bigint');
});

it('exports the same names from both entry points', async () => {
  const generated = await files(['10.0', schemas]);
  const names = (path: string) =>
    [...(generated.get(path) ?? '').matchAll(/(?<=[{,]\s*)(?:type )?\w+(?=,| \}|,?\n)/g)].map(([name]) => name).sort();
  const [types, client] = ['types', 'client'].map((kind) => names(`v10.0/${kind}/gen/index.ts`));
  expect(types?.length).toBeGreaterThan(10);
  // The rest of the types is exported with `*`.
  expect(types).toEqual(expect.arrayContaining(names('v10.0/types/gen/exact/index.ts')));
  expect(client?.length).toBeGreaterThan(10);
  expect(names('v10.0/client/gen/exact/index.ts').filter((name) => !/^(codec|places)$/.test(name))).toEqual(client);
});

it('declares operations with other types, and lists the locations of large integers', async () => {
  const generated = await files(['10.0', schemas]);
  const box = generated.get('v10.0/client/gen/exact/box.ts') ?? '';
  expect(box).toContain(
    "import { boxCreate as contractBoxCreate, boxList as contractBoxList } from '@lading/contract-v10.0/operations';",
  );
  expect(oneLine(box)).toContain(
    'Operation<NoInput, BoxListResponse, EngineError> = /* @__PURE__ */ withDecoder(contractBoxList, /* @__PURE__ */ json());',
  );
  expect(box).toContain("export interface BoxCalls extends Omit<BaseBoxCalls, 'list' | 'create'> {");
  expect(box).toContain('export const box: CallTable<BoxCalls> = {\n  list: boxList,\n');
  expect(generated.has('v10.0/client/gen/exact/lid.ts')).toBe(false);
  expect(generated.get('v10.0/client/gen/exact/engine.ts')).toContain("<Engine>('10.0', groups, options, codec);");
  expect(generated.get('v10.0/client/gen/exact/codec.ts')).toContain(`{
  responses: {
    BoxList: ['Box'],
  },
  schemas: {
    Box: ['Base', { Derived: 'Derived', Sizes: [true], Inner: ['Box'], __proto__x: true }],
    Base: { Id: true },
    Derived: 'Base',
  },
};`);
  expect(generated.get('v10.0/client/gen/engine.ts')).not.toContain('codec');
});

it('re-exports equal declarations from the extended version', async () => {
  const { Base: _base, ...rest } = schemas;
  const generated = await files(['10.0', schemas], ['9.0', { ...rest, Base: schema({ Id: { type: 'string' } }) }]);
  expect(generated.get('v9.0/client/gen/exact/codec.ts')).toContain(`{
  responses: {
    ...basePlaces.responses,
  },
  schemas: {
    ...basePlaces.schemas,
    Box: { Sizes: [true], Inner: ['Box'], __proto__x: true },
    Base: undefined,
    Derived: undefined,
  },
};`);
  const unchanged = await files(['10.0', schemas], ['9.0', schemas]);
  const own = [...unchanged.keys()].filter((path) => /^v9\.0\/.*\/exact\//.test(path));
  expect(own).toEqual([
    'v9.0/types/gen/exact/index.ts',
    'v9.0/client/gen/exact/engine.ts',
    'v9.0/client/gen/exact/codec.ts',
    'v9.0/client/gen/exact/index.ts',
  ]);
  expect(unchanged.get('v9.0/types/gen/exact/index.ts')).toMatch(
    /type Box,[^}]*\} from '@lading\/types-v10\.0\/exact';/,
  );
});
