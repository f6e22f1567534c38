/** Long lists of conversion rules are written by schema: they convert drawn messages as the schemas of the older version say. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Converters } from '@lading/runtime-conversion';
import { build } from 'esbuild';
import fc from 'fast-check';
import { main } from 'lading/testing';
import { afterAll, expect, inject, it } from 'vitest';
import { repository } from '../paths.js';

const folder = mkdtempSync(join(tmpdir(), 'lading-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The properties of a schema: text, or another schema, itself or in an array or a map. Only the newer version has some. */
type Schema = Readonly<
  Record<string, { readonly of: number | 'text'; readonly in: 'array' | 'map' | 'one'; readonly isNew: boolean }>
>;

const count = 8;
const propertyNames = ['a', 'b', 'c', 'd', 'e', 'f', 'a.b', '1', '[]', '__proto__'];

// Most properties lead on, so that a schema is at many places; some lead back.
const schemas: fc.Arbitrary<readonly Schema[]> = fc.tuple(
  ...Array.from({ length: count }, (_, index) => {
    const next = fc.integer({ min: index + 1, max: index + 2 }).map((of) => (of < count ? of : ('text' as const)));
    const of = fc.oneof(
      { weight: 3, arbitrary: fc.constant('text' as const) },
      { weight: 6, arbitrary: next },
      { weight: 1, arbitrary: fc.nat(index) },
    );
    const values = fc.record({
      of,
      in: fc.constantFrom('array' as const, 'map' as const, 'one' as const),
      isNew: fc.boolean(),
    });
    return fc.dictionary(fc.constantFrom(...propertyNames), values, { minKeys: 4, maxKeys: 6 });
  }),
);

function documentOf(all: readonly Schema[], version: string): string {
  const typeOf = (of: number | 'text') =>
    of === 'text' ? { type: 'string' } : { $ref: `#/components/schemas/S${of}` };
  const around = {
    one: (type: object) => type,
    array: (items: object) => ({ type: 'array', items }),
    map: (values: object) => ({ type: 'object', additionalProperties: values }),
  };
  const named = all.map((schema, index) => {
    const properties = Object.entries(schema)
      .filter(([, { isNew }]) => version === '2' || !isNew)
      .map(([name, property]) => [name, around[property.in](typeOf(property.of))]);
    return [
      `S${index}`,
      { type: 'object', properties: Object.fromEntries([['id', { type: 'string' }], ...properties]) },
    ];
  });
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
  const get = { operationId: 'Show', responses: { 200: { description: 'Done.', content } } };
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Drawn', version },
    paths: { '/s': { get } },
    components: { schemas: Object.fromEntries(named) },
  });
}

/** A message with each property at most `depth` levels deep, and what remains of it in the older version. */
function messageOf(all: readonly Schema[], index: number, depth: number): readonly [newer: object, older: object] {
  const [newer, older]: [[string, unknown][], [string, unknown][]] = [[['id', 'i']], [['id', 'i']]];
  for (const [name, property] of Object.entries(all[index] ?? {})) {
    if (property.of !== 'text' && depth === 0) continue;
    const values = property.of === 'text' ? (['t', 't'] as const) : messageOf(all, property.of, depth - 1);
    const [here, there] = values.map((value) => ({ one: value, array: [value], map: { k: value } })[property.in]);
    newer.push([name, here]);
    if (!property.isNew) older.push([name, there]);
  }
  return [Object.fromEntries(newer), Object.fromEntries(older)];
}

let runs = 0;

async function conversionOf(
  all: readonly Schema[],
): Promise<{ readonly show: Converters | undefined; readonly isShared: boolean }> {
  const home = join(folder, String((runs += 1)));
  mkdirSync(home);
  const documents = ['2', '1'].map((version) => {
    writeFileSync(join(home, `${version}.json`), documentOf(all, version));
    return `${version}.json`;
  });
  writeFileSync(join(home, 'lading.config.json'), JSON.stringify({ documents, emitters: ['conversion'], out: 'out' }));
  expect(await main(['generate', '--quiet', '--config', join(home, 'lading.config.json')])).toBe(0);
  const gen = join(home, 'out/v1/conversion/gen');
  const outfile = join(home, 'bundle.mjs');
  const runtime = join(repository, 'packages/runtime/conversion/dist/codegen.js');
  const alias = { '@lading/runtime-conversion/codegen': runtime };
  const entryPoints = [join(gen, 'conversions.ts')];
  await build({ entryPoints, bundle: true, format: 'esm', platform: 'node', outfile, alias });
  const { conversions } = (await import(outfile)) as { readonly conversions: { readonly Show?: Converters } };
  return { show: conversions.Show, isShared: existsSync(join(gen, 'shared-rules.ts')) };
}

it('removes what the older version lacks, at any depth and in schemas that contain each other', async () => {
  let shared = 0;
  await fc.assert(
    fc.asyncProperty(schemas, async (all) => {
      const { show, isShared } = await conversionOf(all);
      shared += isShared ? 1 : 0;
      const [newer, older] = messageOf(all, 0, 6);
      const response = { status: 200, headers: {}, body: newer };
      expect((show?.response.downgrade(response) ?? response).body).toEqual(older);
    }),
    { numRuns: inject('isFullRun') ? 100 : 10, seed: inject('seed') },
  );
  expect(shared).toBeGreaterThan(inject('isFullRun') ? 10 : -1);
});
