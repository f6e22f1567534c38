/** Messages are data, whatever they hold: no key reaches a prototype, nothing is changed in place, what is the same is not copied. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Rule } from '../src/index.js';
import { requested } from './scene.js';

const rules: readonly Rule[] = [
  { rule: 'set', at: { body: '__proto__.polluted' }, value: true },
  { rule: 'default', at: { body: 'M{}.constructor.A' }, value: 1 },
  { rule: 'drop', at: { body: 'L[].A' } },
  { rule: 'replace', at: { body: 'M{}' }, from: { A: 1 }, value: { B: 2 } },
];

it('keys that mean a prototype are keys', () => {
  const body = JSON.parse('{"M":{"__proto__":{"A":1,"C":3},"constructor":{"constructor":{}}},"L":[{"A":1}]}') as object;
  const { body: made } = requested(rules, body);
  expect(JSON.stringify(made)).toBe(
    '{"M":{"__proto__":{"A":1,"C":3,"B":2},"constructor":{"constructor":{"A":1}}},"L":[{}],"__proto__":{"polluted":true}}',
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it('no message is changed, and one without anything to do is the same object', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (body) => {
      const before = JSON.stringify(body);
      requested(rules, body);
      expect(JSON.stringify(body)).toBe(before);
      expect(requested([{ rule: 'drop', at: { body: 'No.Such[].Member' } }], body).body).toBe(body);
    }),
  );
});

it('what lies beside the way is shared, not copied', () => {
  const body = { A: { B: 1, C: { deep: true } }, D: { other: true } };
  const { body: made } = requested([{ rule: 'drop', at: { body: 'A.B' } }], body);
  expect(made).toEqual({ A: { C: { deep: true } }, D: { other: true } });
  expect((made as typeof body).A.C).toBe(body.A.C);
  expect((made as typeof body).D).toBe(body.D);
});

it('200 levels are no trouble', () => {
  const path = Array.from({ length: 200 }, () => 'a').join('.');
  const deep = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), 1);
  expect(JSON.stringify(requested([{ rule: 'set', at: { body: path }, value: 2 }], deep).body)).toContain('"a":2');
});
