/** What is carried over from one published document to the next, and what is not. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../document/index.js';
import { carry, withNames, withoutEnded, withoutProduct } from '../index.js';

const none = { renamed: new Map<string, string>() };

function shape(Thing: Json): JsonObject {
  return { components: { schemas: { Thing } } };
}

function carried(before: Json, after: Json, ours: Json, rawBefore = before, rawAfter = after) {
  const [one, two, three, four] = [before, after, rawBefore, rawAfter].map(shape);
  return carry(shape(ours), {
    before: one ?? {},
    after: two ?? {},
    rawBefore: three ?? {},
    rawAfter: four ?? {},
    ...none,
    note: { key: 'x-lading-since', version: '2' },
  });
}

const text = { type: 'string' };
const number = { type: 'integer' };

describe('carry', () => {
  it('takes over what the publisher changed, and keeps our texts', () => {
    const { root, doubts } = carried(
      { properties: { A: text } },
      { properties: { A: number, B: text } },
      { description: 'Ours.', properties: { A: { description: 'A.', ...text } } },
    );
    expect(root).toEqual(
      shape({
        description: 'Ours.',
        properties: { A: { description: 'A.', ...number }, B: { ...text, 'x-lading-since': '2' } },
      }),
    );
    expect(doubts).toEqual([]);
  });

  it('keeps a correction that only the patch makes differ, and tells', () => {
    const raw = { properties: { A: text } };
    const { root, doubts } = carried({ ...raw, required: ['A'] }, raw, { ...raw, required: ['A'] }, raw, raw);
    expect(root).toEqual(shape({ ...raw, required: ['A'] }));
    expect(doubts).toEqual([{ kind: 'returned', path: ['components', 'schemas', 'Thing', 'required'], before: 'A' }]);
  });

  it('does not require a member that is gone', () => {
    const [one, two] = [{ properties: { A: text, B: text } }, { properties: { B: text } }];
    const patched = { ...one, required: ['A'] };
    const { root, doubts } = carried(patched, two, patched, one, two);
    expect(root).toEqual(shape(two));
    expect(doubts).toEqual([]);
  });

  it('leaves a fact of ours that the publisher never had, and tells', () => {
    const { root, doubts } = carried({ default: 1 }, { default: 2 }, { default: 3 });
    expect(root).toEqual(shape({ default: 3 }));
    expect(doubts.map(({ kind }) => kind)).toEqual(['parted']);
  });

  it('says nothing where nothing changed', () => {
    const ours = shape({ description: 'Ours.', ...text });
    expect(carry(ours, { before: {}, after: {}, rawBefore: {}, rawAfter: {}, ...none })).toEqual({
      root: ours,
      doubts: [],
    });
  });

  it('is safe for names of the prototype', () => {
    const odd = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}') as Json;
    expect(JSON.stringify(carried({ properties: {} }, odd, { properties: {} }).root)).toContain(
      '"__proto__":{"type":"string"',
    );
  });
});

it('names shapes as the specification does, and twins as twins', () => {
  const root = {
    a: { $ref: '#/components/schemas/MountBindOptions' },
    b: { $ref: '#/components/schemas/MountInputImageOptions' },
    components: { schemas: { MountInput: {}, MountBindOptions: text, MountInputImageOptions: text } },
  };
  expect(withNames(root, new Map([['MountBindOptions', 'BindOptions']]))).toEqual({
    a: { $ref: '#/components/schemas/BindOptions' },
    b: { $ref: '#/components/schemas/MountImageOptionsInput' },
    components: { schemas: { MountInput: {}, BindOptions: text, MountImageOptionsInput: text } },
  });
});

it('takes out what ends, and its being required', () => {
  const ending = { ...text, 'x-lading-until': '2' };
  expect(
    withoutEnded(shape({ required: ['A'], properties: { A: ending, B: text } }), (until) => until === '2'),
  ).toEqual(shape({ properties: { B: text } }));
});

it('writes the neutral word', () => {
  expect(withoutProduct({ AcmeRoot: 'application/vnd.acme.raw' }, 'Acme')).toEqual({
    VendorRoot: 'application/vnd.vendor.raw',
  });
});
