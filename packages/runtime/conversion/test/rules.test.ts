/** Tests each kind of rule: a given body, and the expected one. */
import { describe, expect, it } from 'vitest';
import { placeText, type Rule } from '../src/index.js';
import { convertBody } from './scene.js';

type Case = readonly [about: string, rule: Rule, given: unknown, wanted: unknown];

const at = (body: string) => ({ at: { body } });

describe.each<[string, readonly Case[]]>([
  [
    'default',
    [
      ['writes an absent value', { rule: 'default', ...at('A'), value: 1 }, {}, { A: 1 }],
      ['replaces null', { rule: 'default', ...at('A'), value: [] }, { A: null }, { A: [] }],
      ['leaves other values', { rule: 'default', ...at('A'), value: 1 }, { A: 0 }, { A: 0 }],
      ['creates no objects on the way', { rule: 'default', ...at('B.A'), value: 1 }, {}, {}],
      [
        'writes in each entry',
        { rule: 'default', ...at('L[].A'), value: 1 },
        { L: [{}, { A: 2 }] },
        { L: [{ A: 1 }, { A: 2 }] },
      ],
    ],
  ],
  [
    'set',
    [
      ['replaces any value', { rule: 'set', ...at('A'), value: true }, { A: false }, { A: true }],
      [
        'creates the objects on the way',
        { rule: 'set', ...at('B.C.A'), value: 1 },
        { B: null },
        { B: { C: { A: 1 } } },
      ],
      ['creates no entries', { rule: 'set', ...at('L[].A'), value: 1 }, {}, {}],
      [
        'in each entry of a map',
        { rule: 'set', ...at('M{}.A'), value: 1 },
        { M: { x: {}, y: { A: 2 } } },
        { M: { x: { A: 1 }, y: { A: 1 } } },
      ],
    ],
  ],
  [
    'fill',
    [
      [
        'copies within the same entry',
        { rule: 'fill', by: 'copy', from: 'L[].S', ...at('L[].V') },
        { L: [{ S: 1 }, { S: 2 }] },
        {
          L: [
            { S: 1, V: 1 },
            { S: 2, V: 2 },
          ],
        },
      ],
      [
        'copies from elsewhere, creating the objects on the way',
        { rule: 'fill', by: 'copy', from: 'N', ...at('T.N') },
        { N: [1] },
        { N: [1], T: { N: [1] } },
      ],
      ['copies no null', { rule: 'fill', by: 'copy', from: 'N', ...at('T.N') }, { N: null }, { N: null }],
      ['copies no empty string', { rule: 'fill', by: 'copy', from: 'N', ...at('T.N') }, { N: '' }, { N: '' }],
      ['leaves other values', { rule: 'fill', by: 'copy', from: 'S', ...at('V') }, { S: 1, V: 2 }, { S: 1, V: 2 }],
      [
        'replaces an empty array',
        { rule: 'fill', by: 'copy', from: 'S', ...at('V') },
        { S: [1], V: [] },
        { S: [1], V: [1] },
      ],
      [
        'sums all entries',
        { rule: 'fill', by: 'sum', from: 'L[].S', ...at('V') },
        { L: [{ S: 1 }, {}, { S: 2 }] },
        { L: [{ S: 1 }, {}, { S: 2 }], V: 3 },
      ],
      ['sums to 0', { rule: 'fill', by: 'sum', from: 'L[].S', ...at('V') }, { L: null }, { L: null, V: 0 }],
      [
        'takes the first entry',
        { rule: 'fill', by: 'first', from: 'P', ...at('V') },
        { P: ['a', 'b'] },
        { P: ['a', 'b'], V: 'a' },
      ],
      ['takes no entry of an empty array', { rule: 'fill', by: 'first', from: 'P', ...at('V') }, { P: [] }, { P: [] }],
      [
        'creates an array of one entry',
        { rule: 'fill', by: 'list', from: 'P', ...at(' V') },
        { P: 'a' },
        { P: 'a', ' V': ['a'] },
      ],
      [
        'creates no array of a value that is not set',
        { rule: 'fill', by: 'list', from: 'P', ...at('V') },
        { P: '' },
        { P: '' },
      ],
    ],
  ],
  [
    'rename',
    [
      ['moves any value', { rule: 'rename', ...at('A'), from: 'B' }, { B: '', C: 1 }, { A: '', C: 1 }],
      ['moves null', { rule: 'rename', ...at('A'), from: 'B' }, { B: null }, { A: null }],
      ['replaces a value of the new name', { rule: 'rename', ...at('A'), from: 'B' }, { A: 1, B: 2 }, { A: 2 }],
      ['leaves a value of the new name alone', { rule: 'rename', ...at('A'), from: 'B' }, { A: 1 }, { A: 1 }],
      ['moves nothing in what is no object', { rule: 'rename', ...at('O.A'), from: 'B' }, { O: [1] }, { O: [1] }],
      [
        'moves in each entry',
        { rule: 'rename', ...at('L[].A'), from: 'B' },
        { L: [{ B: 1 }, {}, { B: { x: 2 } }] },
        { L: [{ A: 1 }, {}, { A: { x: 2 } }] },
      ],
    ],
  ],
  [
    'replace',
    [
      [
        'one value',
        { rule: 'replace', ...at('A[]'), from: '1', value: 'true' },
        { A: ['1', '2'] },
        { A: ['true', '2'] },
      ],
      ['null, which differs from absence', { rule: 'replace', ...at('A'), from: null, value: [] }, { B: 1 }, { B: 1 }],
      ['an array by its entries', { rule: 'replace', ...at('A'), from: [], value: null }, { A: [] }, { A: null }],
      [
        'the named properties of an object',
        { rule: 'replace', ...at('[]'), from: { A: [], B: [] }, value: { A: [1] } },
        [{ A: [], B: [], C: 1 }, { A: [] }],
        [{ A: [1], B: [], C: 1 }, { A: [] }],
      ],
    ],
  ],
  [
    'drop',
    [
      ['a property', { rule: 'drop', ...at('A.B') }, { A: { B: 1, C: 2 } }, { A: { C: 2 } }],
      [
        'an entry',
        { rule: 'drop', ...at('A[]'), when: [{ of: 'x', is: 'present' }] },
        { A: [{ x: 1 }, { y: 1 }] },
        { A: [{ y: 1 }] },
      ],
      [
        'case-insensitively',
        { rule: 'drop', ...at('Host.Kernel') },
        { host: { KERNEL: 1, kerneL: 2, Kerne: 3 } },
        { host: { Kerne: 3 } },
      ],
      [
        'keys of a map case-sensitively, since they are data',
        { rule: 'drop', ...at('M{}.A') },
        { M: { a: { A: 1 } } },
        { M: { a: {} } },
      ],
    ],
  ],
])('%s', (_kind, cases) => {
  it.each(cases)('%s', (_about, rule, given, wanted) => {
    const before = structuredClone(given);
    expect(convertBody([rule], given).body).toEqual(wanted);
    expect(given).toEqual(before);
  });
});

describe('conditions', () => {
  const drop = (of: string, is: NonNullable<NonNullable<Rule['when']>[number]['is']>): Rule => ({
    rule: 'drop',
    at: { body: 'L[].A' },
    when: [{ of, is }],
  });
  it.each<readonly [string, Rule, object, boolean]>([
    ['a value', drop('T', ['x']), { T: 'x' }, true],
    ['another value', drop('T', ['x']), { T: 'y' }, false],
    ['null matches absence', drop('T', [null]), {}, true],
    ['the place itself', drop('', [1]), {}, true],
    ['a property below', drop('B.C', [true]), { B: { C: true } }, true],
    ['present', drop('T', 'present'), { T: 0 }, true],
    ['null is not present', drop('T', 'present'), { T: null }, false],
    ['absent', drop('T', 'absent'), {}, true],
    ['several', drop('T', 'several'), { T: { a: 1, b: 2 } }, true],
    ['one is not several', drop('T', 'several'), { T: [1] }, false],
    ['a name in another case', drop('Type', ['x']), { TYPE: 'x' }, true],
    ['none of the known values', { ...drop('', 'present'), when: [{ of: 'T', not: ['x'] }] }, { T: 'z' }, true],
    ['one of the known values', { ...drop('', 'present'), when: [{ of: 'T', not: ['x'] }] }, { T: 'x' }, false],
    ['an empty string is not unknown', { ...drop('', 'present'), when: [{ of: 'T', not: ['x'] }] }, { T: '' }, false],
  ])('%s', (_about, rule, beside, goes) => {
    expect(convertBody([rule], { L: [{ A: 1, ...beside }] }).body).toEqual({
      L: [goes ? beside : { A: 1, ...beside }],
    });
  });
});

describe('warnings', () => {
  const lost: Rule = { rule: 'drop', at: { body: 'A' }, warning: 'A is lost' };
  it.each([
    [{ A: 1 }, ['A is lost']],
    [{ A: 0 }, []],
    [{ A: {} }, []],
    [{ A: false }, []],
    [{ A: null }, []],
    [{}, []],
  ])('%j → %j', (given, wanted) => {
    const { body, warnings } = convertBody([lost], given);
    expect(warnings).toEqual(wanted);
    expect(body).toEqual({});
  });

  it('warn leaves the value', () => {
    const warn: Rule = { rule: 'warn', at: { body: 'L[].A' }, when: [{ of: '', is: [true] }], warning: 'mind A' };
    expect(convertBody([warn], { L: [{ A: true }, { A: false }] })).toEqual({
      body: { L: [{ A: true }, { A: false }] },
      warnings: ['mind A'],
    });
  });
});

describe('refuse', () => {
  const refuse = (body: string, message: string, more: Partial<Rule> = {}): Rule =>
    ({ rule: 'refuse', difference: 'd', at: { body }, status: 400, message, ...more }) as Rule;
  it.each<readonly [string, Rule, unknown, string | undefined]>([
    ['a value that is set', refuse('A', 'no'), { A: 1 }, 'no'],
    ['not a value that is not set', refuse('A', 'no'), { A: 0 }, undefined],
    ['names the value', refuse('A', 'no {}!'), { A: 'x' }, 'no x!'],
    ['names the keys of a map', refuse('A', 'no {}'), { A: { y: 1, x: 2 } }, 'no x, y'],
    ['only on condition', refuse('L[].A', 'no A on {Type}'), { L: [{ Type: 'bind', A: {} }] }, undefined],
    [
      'names a property beside',
      refuse('L[].A', 'no A on {Type}', { when: [{ of: '', is: 'present' }] }),
      { L: [{ Type: 'bind', A: {} }] },
      'no A on bind',
    ],
    ['does not interpret placeholders in values', refuse('A', 'no {}'), { A: '{Type} $& $1' }, 'no {Type} $& $1'],
  ])('%s', (_about, rule, given, message) => {
    const act = () => convertBody([rule], given);
    if (message === undefined) expect(act).not.toThrow();
    else expect(act).toThrow(expect.objectContaining({ name: 'Refusal', status: 400, message, difference: 'd' }));
  });
});

it('rules act in their order', () => {
  const rules: readonly Rule[] = [
    { rule: 'fill', by: 'copy', from: 'A', at: { body: 'B' } },
    { rule: 'drop', at: { body: 'A' } },
    { rule: 'set', at: { body: 'A' }, value: 2 },
  ];
  expect(convertBody(rules, { A: 1 }).body).toEqual({ A: 2, B: 1 });
});

it.each([
  [{ body: 'HostConfig.Binds' }, 'HostConfig.Binds'],
  [{ header: 'X-Registry-Auth' }, 'header X-Registry-Auth'],
  [{ segment: 'name' }, 'path name'],
  [{ query: 'filters', path: 'until' }, 'query filters until'],
  [{ query: 'filters' }, 'query filters'],
  [{}, 'request'],
])('the place %j in words', (place, text) => {
  expect(placeText(place)).toBe(text);
});
