/** Documents that are deep, wide or circular. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { compareApis, reportMarkdown, reportTerminal } from '../index.js';
import { carried, record } from '../testing/small-documents.js';

function nested(levels: number, leaf: JsonObject, around: (inner: JsonObject) => JsonObject): JsonObject {
  return levels === 0 ? leaf : around(nested(levels - 1, leaf, around));
}

describe('is compared to its end', () => {
  it.each<[string, (inner: JsonObject) => JsonObject]>([
    ['records', (inner) => record({ a: inner })],
    ['lists', (inner) => ({ type: 'array', items: inner })],
    ['maps', (inner) => ({ type: 'object', additionalProperties: inner })],
    ['options', (inner) => ({ oneOf: [{ type: 'boolean' }, record({ a: inner }), record({ b: inner })] })],
  ])('%s in each other', (name, around) => {
    const levels = name === 'options' ? 8 : 200;
    const api = (type: string) => carried('both', record({ a: nested(levels, { type }, around) }));
    const kinds = new Set(compareApis(api('string'), api('integer')).map(({ kind }) => kind));
    expect([...kinds]).toEqual(['type']);
    expect(compareApis(api('string'), api('string'))).toEqual([]);
  });

  it('an array of itself', () => {
    const list = { Thing: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } };
    const api = (minItems: number) => carried('both', { ...list.Thing, minItems });
    expect(compareApis(api(0), api(1)).map(({ place }) => place)).toEqual(['Thing']);
  });

  it('a name of a million letters, of which a sentence shows the beginning', () => {
    const name = 'x'.repeat(1_000_000);
    const [older, newer] = [carried('both', record({ a: {} })), carried('both', record({ a: {}, [name]: {} }))];
    const changes = compareApis(older, newer);
    expect(changes[0]?.sentence).toMatch(/^`Thing\.x+…` was added to requests and responses of ThingGet, ThingMake\.$/);
    expect(reportMarkdown(changes, { older, newer }).length).toBeLessThan(1000);
    expect(reportTerminal(changes, { older, newer }, { color: true, width: 80 }).length).toBeLessThan(1000);
  });

  it('two thousand properties of two thousand schemas in linear time', () => {
    const schemas = (type: string) =>
      Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`S${index}`, record({ a: { type }, b: {} })]));
    const root = record(
      Object.fromEntries(
        Array.from({ length: 2000 }, (_, index) => [`f${index}`, { $ref: `#/components/schemas/S${index}` }]),
      ),
    );
    const [older, newer] = [carried('both', root, schemas('string')), carried('both', root, schemas('integer'))];
    const start = process.cpuUsage();
    expect(compareApis(older, newer)).toHaveLength(2000);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(10_000);
  });
});
