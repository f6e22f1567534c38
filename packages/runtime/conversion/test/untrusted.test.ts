/** Tests hostile messages: no key reaches a prototype, no message is modified, and unchanged parts are not copied. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Rule } from '../src/index.js';
import { convertBody } from './scene.js';

const rules: readonly Rule[] = [
  { rule: 'set', at: { body: '__proto__.polluted' }, value: true },
  { rule: 'default', at: { body: 'M{}.constructor.A' }, value: 1 },
  { rule: 'drop', at: { body: 'L[].A' } },
  { rule: 'replace', at: { body: 'M{}' }, from: { A: 1 }, value: { B: 2 } },
];

it('keys such as __proto__ are ordinary keys', () => {
  const body = JSON.parse('{"M":{"__proto__":{"A":1,"C":3},"constructor":{"constructor":{}}},"L":[{"A":1}]}') as object;
  const { body: converted } = convertBody(rules, body);
  expect(JSON.stringify(converted)).toBe(
    '{"M":{"__proto__":{"A":1,"C":3,"B":2},"constructor":{"constructor":{"A":1}}},"L":[{}],"__proto__":{"polluted":true}}',
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it('a key __proto__ that was written is dropped again', () => {
  const { body } = convertBody([...rules.slice(0, 1), { rule: 'drop', at: { body: '__proto__' } }], { A: 1 });
  expect(JSON.stringify(body)).toBe('{"A":1}');
});

it('no message is modified, and an unaffected one stays the same object', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (body) => {
      const before = JSON.stringify(body);
      convertBody(rules, body);
      expect(JSON.stringify(body)).toBe(before);
      expect(convertBody([{ rule: 'drop', at: { body: 'No.Such[].Member' } }], body).body).toBe(body);
    }),
  );
});

it('unaffected parts are shared, not copied', () => {
  const body = { A: { B: 1, C: { deep: true } }, D: { other: true } };
  const { body: converted } = convertBody([{ rule: 'drop', at: { body: 'A.B' } }], body);
  expect(converted).toEqual({ A: { C: { deep: true } }, D: { other: true } });
  expect((converted as typeof body).A.C).toBe(body.A.C);
  expect((converted as typeof body).D).toBe(body.D);
});

it('converts a body of 200 levels', () => {
  const path = Array.from({ length: 200 }, () => 'a').join('.');
  const deep = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), 1);
  expect(JSON.stringify(convertBody([{ rule: 'set', at: { body: path }, value: 2 }], deep).body)).toContain('"a":2');
});
