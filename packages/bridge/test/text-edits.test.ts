/** Tests that rules applied to a JSON text give the same as rules applied to the value. */
import { conversionOf, type Conversion, type Rule } from '@lading/runtime-conversion';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { jsonOf, parseAsText as parseJson } from '@lading/runtime-wire/json';
import { latin1Of } from '../src/edit/json-text.js';
import { textEditOf } from '../src/edit/text-edit.js';

function edited(rules: readonly Rule[], text: string): string | undefined {
  const edit = textEditOf(rules);
  if (edit === undefined) throw new Error('the rules cannot be applied to a text');
  const result = edit(latin1Of(text));
  return result === undefined ? undefined : Buffer.from(result, 'latin1').toString();
}

async function decoded(rules: readonly Rule[], text: string): Promise<string> {
  const box = { request: { upgrade: [], downgrade: [] }, response: { upgrade: [], downgrade: rules } };
  const conversion: Conversion = conversionOf({
    client: '1',
    engine: '2',
    requests: 'upgrade',
    operations: { Box: box },
    hooks: {},
  });
  const response = await conversion.of('Box')?.(
    { operation: 'Box', path: {}, query: {}, headers: {} },
    () => Promise.resolve({ status: 200, headers: {}, body: parseJson(text) }),
    () => Promise.reject(new Error('nothing is asked')),
  );
  return `${jsonOf(response?.body)}\n`;
}

const drop = (body: string, when?: Rule['when']): Rule => ({ rule: 'drop', at: { body }, ...(when && { when }) });
const copy = (body: string, from: string): Rule => ({ rule: 'fill', by: 'copy', at: { body }, from });
const preset = (body: string, value: number): Rule => ({ rule: 'default', at: { body }, value });
const always = (body: string): Rule => ({ rule: 'set', at: { body }, value: -1 });
const replace = (body: string, from: string | null | [], value: string | null): Rule => ({
  rule: 'replace',
  at: { body },
  from,
  value,
});

describe('a text is edited as its value is', () => {
  it.each<[string, readonly Rule[], string]>([
    ['a copied number keeps its spelling', [copy('[].B', '[].A')], '[{"A":12345678901234567890},{"A":1.50,"B":null}]'],
    ['nothing is copied', [copy('B', 'A')], '{"A":"","B":[]}'],
    ['a value that exists', [copy('B', 'A')], '{"B":0,"A":1}'],
    ['a name within other values', [copy('B', 'A')], '{"C":{"A":1},"D":["A"],"E":"\\"A\\":2","A":3}'],
    ['the first of all properties', [drop('A')], '{"A":1,"B":2,"C":3}'],
    ['the last ones', [drop('B'), drop('C')], '{"A":1,"B":2,"C":3}'],
    ['the first ones', [drop('A'), drop('B')], '{"A":1,"B":2,"C":3}'],
    ['all properties', [drop('A'), drop('B')], '{"A":1,"B":2}'],
    ['all properties, and a new one', [drop('A'), preset('B', 1), preset('C', 2)], '{"A":1}'],
    ['an empty object', [preset('A', 1), preset('é', 2)], '{}'],
    ['an absent object, and null', [preset('A.B', 1), preset('{}', 1)].slice(0, 1), '{"A":null}'],
    ['values of maps', [drop('A{}.B')], '{"A":{"x":{"B":1,"é":2},"A":{"B":2},"y":null},"B":1}'],
    ['properties within those of the next rule', [drop('A.B'), copy('C', 'A')], '{"A":{"B":1,"D":1.0}}'],
    ['an empty array', [replace('A', [], null)], '{"A":[]}'],
    ['an empty array with a space', [replace('A', [], null)], '{"A":[ ]}'],
    ['another array', [replace('A', [], null)], '{"A":[[]]}'],
    ['a string with escapes', [replace('A', '<a>', 'b')], '{"A":"\\u003ca\\u003e"}'],
    ['a longer string', [replace('A', '<a>', 'b')], '{"A":"<a>b"}'],
    ['a condition', [drop('A', [{ of: 'B', is: [null, 1] }])], '{"A":1}'],
    ['a condition that does not hold', [drop('A', [{ of: '', is: ['x'] }])], '{"A":1}'],
    [
      'a condition on what an earlier rule writes',
      [preset('B', 1), drop('A', [{ of: 'B', is: 'present' }])],
      '{"A":1}',
    ],
    ['other kinds of values', [drop('[].A.B')], '[null,1,"A",[{"A":{"B":1}}],{"A":[1]},{"A":{}}]'],
    ['no array', [drop('[].A')], '{"A":1}'],
    ['a value that is always written', [always('[].A')], '[{"B":1},{"A":0,"B":2},[],1]'],
  ])('%s', async (_what, rules, text) => expect(edited(rules, text)).toBe(await decoded(rules, text)));

  it('some properties are replaced together', async () => {
    const rules: Rule[] = [
      { rule: 'replace', at: { body: '[]' }, from: { A: [], B: [] }, value: { A: ['<a>'], C: 1 } },
    ];
    const text = '[{"A":[],"B":[]},{"A":[]},{"B":[],"C":2,"A":[]},{"A":[1],"B":[]},null]';
    expect(edited(rules, text)).toBe(await decoded(rules, text));
  });
});

it('whatever the rules are, and however the text is written', async () => {
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, 0, 1.5, '', 'A', 'é', [], {}),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('A', 'B', 'C', 'é'), tie('json'), { maxKeys: 4 }),
    ),
  }));
  const places = ['A', 'B', 'é', 'A.B', 'B.A', '[].A', '[].B', '[].é', '[].A.B', 'A[].B', 'A{}.B', '{}.A'] as const;
  const place = fc.constantFrom(...places);
  const value = fc.constantFrom(null, 0, 'A', 'é');
  const compared = fc.constantFrom(null, 0, '', 'A', []);
  const when = fc.option(
    fc.array(
      fc.oneof(
        fc.record({ of: fc.constantFrom('', 'A', 'C'), is: fc.constantFrom('present' as const, 'absent' as const) }),
        fc.record({ of: fc.constantFrom('', 'B', 'é'), is: fc.array(compared, { maxLength: 2 }) }),
      ),
      { maxLength: 2 },
    ),
    { nil: undefined, freq: 1 },
  );
  const ruleOf = fc.oneof(
    fc.record({ rule: fc.constant('drop' as const), body: place }),
    fc.record({ rule: fc.constant('default' as const), body: place, value }),
    fc.record({ rule: fc.constant('set' as const), body: fc.constantFrom('A', 'é', '[].A', '[].B'), value }),
    fc.record({ rule: fc.constant('replace' as const), body: place, from: compared, value }),
    fc.record({ rule: fc.constant('fill' as const), by: fc.constant('copy' as const), body: place, from: place }),
  );
  const rule = fc.tuple(ruleOf, when).map(([{ body, ...rest }, conditions]): Rule => ({
    ...rest,
    at: { body },
    ...(conditions && { when: conditions }),
  }));
  const spelling = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.replaceAll('"A"', '"\\u0041"'),
    (text) => text.replaceAll('[', '[ '),
    (text) => text.replaceAll('{"A":', '{"A":1,"A":'),
  );
  let edits = 0;
  await fc.assert(
    fc.asyncProperty(json, fc.array(rule, { minLength: 1, maxLength: 4 }), spelling, async (body, rules, spell) => {
      const text = spell(JSON.stringify(body));
      const edit = textEditOf(rules)?.(latin1Of(text));
      if (edit === undefined) return;
      edits += 1;
      expect(JSON.parse(Buffer.from(edit, 'latin1').toString())).toEqual(JSON.parse(await decoded(rules, text)));
    }),
    { numRuns: inject('isFullRun') ? 100_000 : 1000, seed: inject('seed') },
  );
  expect(edits).toBeGreaterThan(100);
});

describe('an edit keeps nothing of what it has read before', () => {
  const rules = [copy('[].B', '[].A'), drop('[].C'), replace('[].D', null, 'x')];

  it('of an earlier object', async () => {
    const text = '[{"A":1,"C":2,"D":null},{},{"C":3},{"B":4},{"D":5,"A":null},{"A":6}]';
    expect(edited(rules, text)).toBe(await decoded(rules, text));
  });

  it('of a text that has to be decoded', async () => {
    const edit = textEditOf(rules);
    const text = '[{},{"C":3,"D":4}]';
    expect(edit?.('[{"A":1,"C":2,"D":null},{"A":1,"C":2,"A":3}]')).toBeUndefined();
    expect(edit?.('[{"A":1,"C":2,"D":null')).toBeUndefined();
    expect(edit?.(text)).toBe(await decoded(rules, text));
  });

  it('in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const edits = Array.from({ length: 20 }, () => textEditOf(rules));
    const before = used();
    for (const edit of edits) expect(edit?.(`[{"A":"${'a'.repeat(2 ** 20)}"}]`)).toHaveLength(2 ** 21 + 18);
    expect(used() - before).toBeLessThan(2 ** 22);
    expect(edits).toHaveLength(20);
  });
});

it.each([
  ['spaces', '[ {"A":1}]'],
  ['spaces behind a name', '[{"A" :1}]'],
  ['an escape in a name', '[{"\\u0041":1}]'],
  ['an escaped quote in a name', '[{"\\"":1,"A":1}]'],
  ['a repeated name', '[{"A":1,"A":2}]'],
  ['a second value', '[{"A":1}] 2'],
  ['no value', '[{"A":}]'],
  ['no end', '[{"A":1'],
  ['no comma', '[{"A":1 "B":2}]'],
  ['a comma too many', '[{"A":1},]'],
  ['nothing', ''],
])('%s: the text has to be decoded', (_what, text) => expect(edited([drop('[].A')], text)).toBeUndefined());

it.each<[string, readonly Rule[]]>([
  ['without any', []],
  ['that remove entries', [drop('[]')]],
  ['that create objects', [{ rule: 'set', at: { body: 'A.B' }, value: 1 }]],
  ['that need more than a copy', [{ rule: 'fill', by: 'sum', at: { body: 'A' }, from: 'B[].C' }]],
  ['about a property within one that was copied', [copy('B', 'A'), drop('A.C')]],
  ['about names and all values of a map', [drop('A{}.B'), drop('A.C')]],
  ['that compare objects', [{ rule: 'replace', at: { body: 'A' }, from: [{ a: 1, b: 2 }], value: null }]],
  ['with a condition elsewhere', [drop('A.B', [{ of: 'C.D', is: 'present' }])]],
])('rules %s are not applied to texts', (_what, rules) => expect(textEditOf(rules)).toBeUndefined());
