/** Rules about entries, networks and combinations: valid values pass, and the problems of others are reported. */
import { describe, expect, it } from 'vitest';
import { type Schema, any, integer, arrayOf, mapOf, optional, object, rule, string } from '@lading/runtime-wire';
import { read } from '../../src/schema/index.js';

const entry = object({ Type: optional(string), Source: optional(string), Options: optional(mapOf(string)) });
const fields = {
  Mode: optional(string),
  Name: optional(string),
  Texts: optional(arrayOf(string)),
  Entries: optional(arrayOf(entry)),
  Map: optional(mapOf(any)),
  Mark: optional(mapOf(any)),
  Count: optional(integer()),
  Network: optional(string),
  Address: optional(any),
};

type RuleKind = Parameters<typeof rule>[0];

function objectWithRule(kind: RuleKind, names: readonly string[], value?: Parameters<typeof rule>[2]['value']): Schema {
  return object(fields, {
    rules: [rule(kind, names, { ...(value !== undefined && { value }), description: 'It is so.' })],
  });
}

/** The rule, valid bodies, and invalid bodies with the pointers of their problems. */
type RuleCase = [
  schema: Schema,
  valid: readonly object[],
  invalid: readonly (readonly [body: object, ...pointers: string[]])[],
];

const ruleCases: Readonly<Record<string, RuleCase>> = {
  'not-together, of three': [
    objectWithRule('not-together', ['Mode', 'Name', 'Count'], ['a|b', '', '[1-9]*']),
    [{ Mode: 'a', Name: 'x', Count: 5 }, { Mode: 'c', Count: 5 }, { Mode: 'a' }, { Mode: 'a', Count: 0 }],
    [[{ Mode: 'b', Count: 12 }, '/Mode']],
  ],
  'at-most-one-of': [
    objectWithRule('at-most-one-of', ['Mode', 'Name']),
    [{}, { Mode: 'a' }, { Name: 'a', Mode: '' }],
    [[{ Mode: 'a', Name: 'b' }, '/Mode']],
  ],
  'exactly-one-of': [
    objectWithRule('exactly-one-of', ['Mode', 'Name']),
    [{ Mode: 'a' }, { Name: 'a' }],
    [
      [{}, '/Mode'],
      [{ Mode: 'a', Name: 'b' }, '/Mode'],
    ],
  ],
  'at-least-one-of': [
    objectWithRule('at-least-one-of', ['Mode', 'Name']),
    [{ Name: 'a' }, { Mode: 'a', Name: 'b' }],
    [[{ Mode: '' }, '/Mode']],
  ],
  'unique-entries, without defaults': [
    objectWithRule('unique-entries', ['Entries', 'Type']),
    [{ Entries: [{ Type: 'a' }, { Type: 'b' }, {}, {}] }],
    [[{ Entries: [{ Type: 'a' }, {}, { Type: 'a' }] }, '/Entries/2']],
  ],
  'keys-among, always': [
    objectWithRule('keys-among', ['Map'], 'a|b*'),
    [{ Map: { a: 1, bc: 2 }, Mode: 'x' }],
    [[{ Map: { c: 1 } }, '/Map']],
  ],
  'a rule for each entry': [
    objectWithRule('needs-when', ['Entries[].Source', 'Entries[].Type'], 'bind'),
    [{ Entries: [{ Type: 'bind', Source: 'x' }, { Type: 'tmpfs' }] }, { Entries: [] }, { Entries: null }, {}],
    [[{ Entries: [{ Type: 'tmpfs' }, { Type: 'bind' }, { Type: 'bind' }] }, '/Entries/1/Source', '/Entries/2/Source']],
  ],
  'a rule between an entry and the object around it': [
    objectWithRule('not-together', ['Mode', 'Entries[].Type'], ['dnsrr', '|ingress']),
    [
      { Mode: 'dnsrr', Entries: [{ Type: 'host' }] },
      { Mode: 'vip', Entries: [{}] },
    ],
    [[{ Mode: 'dnsrr', Entries: [{ Type: 'host' }, {}] }, '/Mode']],
  ],
  'excludes, of a mark': [
    objectWithRule('excludes', ['Mark', 'Name']),
    [{ Mark: {} }, { Mark: null, Name: 'x' }, { Mark: {}, Name: '' }],
    [[{ Mark: {}, Name: 'x' }, '/Mark']],
  ],
  'matches, of entries': [
    objectWithRule('matches', ['Texts[]'], '^[a-z]+$'),
    [{ Texts: ['a', 'bc'] }, { Texts: [] }],
    [[{ Texts: ['a', 'B', ''] }, '/Texts/1', '/Texts/2']],
  ],
  'matches, of keys and in any case': [
    objectWithRule('matches', ['Map{}'], ['^(?:CAP_)?KILL$', 'i']),
    [{ Map: { kill: 1, CAP_kill: 2 } }],
    [[{ Map: { 'a/b': 1 } }, '/Map/a~1b']],
  ],
  'unique-entries': [
    objectWithRule('unique-entries', ['Entries', 'Type', 'Source'], ['tcp']),
    [{ Entries: [{ Source: '1' }, { Type: 'udp', Source: '1' }, { Source: '2' }, {}, {}] }],
    [[{ Entries: [{ Source: '1' }, { Type: 'tcp', Source: '1' }] }, '/Entries/1']],
  ],
  'distinct-paths': [
    objectWithRule(
      'distinct-paths',
      ['Texts[]', 'Entries[].Source', 'Map{}'],
      '^(?:[^:]*:(/[^:]*)(?::[^:]*)?|(/[^:]*))$',
    ),
    [
      {
        Texts: ['/a:/b:ro', '/c'],
        Entries: [{ Source: '/d' }, { Source: '/e:f' }, { Source: '/e:g' }],
        Map: { '/f': 1 },
      },
    ],
    [
      [{ Texts: ['/a:/b', 'name:/b/:ro'] }, '/Texts/1'],
      [{ Texts: ['/a:/b'], Entries: [{ Source: '/x/../b' }], Map: { '/b': 1 } }, '/Entries/0/Source', '/Map/~1b'],
      [{ Texts: ['/a:/b/..'] }, '/Texts/0'],
      [{ Texts: [`/${'a'.repeat(20_000)}`] }, '/Texts/0'],
    ],
  ],
  'keys-among': [
    objectWithRule('keys-among', ['Map', 'Mode'], ['a|b', '|local']),
    [{ Map: { a: 1, b: 2 } }, { Map: { c: 1 }, Mode: 'other' }],
    [[{ Map: { c: 1 }, Mode: 'local' }, '/Map']],
  ],
  'listed-in': [
    objectWithRule('listed-in', ['Name', 'Entries', 'Source', 'Options']),
    [{ Name: 'x', Entries: [{ Source: 'x', Options: {} }] }, { Entries: [] }],
    [
      [{ Name: 'x', Entries: [{ Source: 'x' }] }, '/Name'],
      [{ Name: 'x' }, '/Name'],
    ],
  ],
  'same-as-entry': [
    objectWithRule('same-as-entry', ['Name', 'Map', 'Mode', 'Mac'], 'bridge'),
    [
      { Name: 'a', Map: { bridge: { Mac: 'a' }, other: { Mac: 'b' } } },
      { Name: 'a', Map: { bridge: null } },
      { Name: 'a' },
      { Map: { bridge: { Mac: 'b' } } },
    ],
    [
      [{ Name: 'a', Map: { bridge: { Mac: 'b' } }, Mode: 'default' }, '/Name'],
      [{ Name: 'a', Map: { net: { Mac: 'b' } }, Mode: 'net' }, '/Name'],
    ],
  ],
  'within-network': [
    objectWithRule('within-network', ['Address', 'Network']),
    [
      { Address: '10.1.2.3', Network: '10.1.0.0/16' },
      { Address: { a: '10.1.0.1', b: '' }, Network: '10.1.0.0/16' },
      { Address: '10.1.128.0/17', Network: '10.1.0.0/16' },
      { Address: 'fd00::1', Network: 'fd00::/8' },
      { Address: 'nonsense', Network: '10.1.0.0/16' },
      { Address: '10.1.2.3', Network: '10.0.0.0/99' },
      { Address: '10.1.2.3' },
    ],
    [
      [{ Address: '10.2.0.1', Network: '10.1.0.0/16' }, '/Address'],
      [{ Address: { a: '10.1.0.1', b: 'fd00::1' }, Network: '10.1.0.0/16' }, '/Address/b'],
      [{ Address: '10.1.0.0/8', Network: '10.1.0.0/16' }, '/Address'],
    ],
  ],
  'max-entries': [
    objectWithRule('max-entries', ['Texts', 'Map'], 2),
    [{ Texts: ['a', 'b'], Map: { a: 1, b: 2 } }, { Texts: null, Map: null }, {}],
    [
      [{ Texts: ['a', 'b', 'c'] }, '/Texts'],
      [{ Texts: ['a'], Map: { a: 1, b: 2, c: 3 } }, '/Map'],
    ],
  ],
  'prefix-at-most': [
    objectWithRule('prefix-at-most', ['Texts', 'Count']),
    [{ Texts: ['10.0.0.0/8', 'x'], Count: 24 }, { Texts: ['10.0.0.0/30'] }, { Count: 4 }],
    [[{ Texts: ['10.0.0.0/8', '10.0.0.0/16'], Count: 12 }, '/Count']],
  ],
  'no-host-bits': [
    objectWithRule('no-host-bits', ['Network', 'Name']),
    [{ Network: '10.1.0.0/16', Name: 'fd00:1::/32' }, { Network: '::/0' }, { Network: '10.0.0.1/99' }],
    [
      [{ Network: '10.1.0.1/16', Name: 'fd00:1::8000:0/96' }, '/Network', '/Name'],
      [{ Network: '10.1.0.0/016' }, '/Network'],
    ],
  ],
  'not-less-than, of seconds': [
    objectWithRule('not-less-than', ['Mode', 'Name']),
    [
      { Mode: '100.5', Name: '100.40' },
      { Mode: '', Name: '5' },
      { Mode: 'x', Name: '5' },
    ],
    [[{ Mode: '100.2', Name: '100.5' }, '/Mode']],
  ],
};

describe.each(Object.entries(ruleCases))('%s', (_name, [schema, valid, invalid]) => {
  it.each(valid.map((body) => [JSON.stringify(body), body] as const))('%s is valid', (_text, body) => {
    expect(read(schema, body).problems.toString()).toBe('');
  });

  it.each(invalid.map(([body, ...pointers]) => [JSON.stringify(body), body, pointers] as const))(
    '%s is invalid',
    (_text, body, pointers) => {
      const { problems } = read(schema, body);
      expect(problems.list.map(({ pointer }) => pointer)).toEqual(pointers);
      for (const { message } of problems.list) expect(message).toMatch(/ \(It is so\)$/);
    },
  );
});

describe('defaults-to', () => {
  const schema = objectWithRule('defaults-to', ['Mode', 'Name']);

  it.each([
    [{ Name: 'x' }, { Name: 'x', Mode: 'x' }],
    [
      { Name: 'x', Mode: '' },
      { Name: 'x', Mode: '' },
    ],
    [{ Mode: 'y' }, { Mode: 'y' }],
    [
      { Name: 'x', Mode: null },
      { Name: 'x', Mode: 'x' },
    ],
  ])('%j is read as %j', (body, wanted) => {
    expect(read(schema, body).value).toEqual(wanted);
    expect(read(schema, wanted, 'response').value).toEqual(wanted);
  });
});

it.each([
  [
    'an expression with lookaround',
    objectWithRule('matches', ['Name'], '^(?=(a+)+$)a'),
    { Name: `${'a'.repeat(10_000)}!` },
  ],
  ['an expression', objectWithRule('matches', ['Name'], '^(a+)+$'), { Name: `${'a'.repeat(10_000)}!` }],
  [
    'an expression in any case',
    objectWithRule('matches', ['Name'], ['^(A|a)*$', 'i']),
    { Name: `${'a'.repeat(10_000)}!` },
  ],
  [
    'an expression that captures',
    objectWithRule('distinct-paths', ['Texts[]'], '^(a+)+$'),
    { Texts: [`${'a'.repeat(100_000)}!`] },
  ],
  [
    'wildcards',
    objectWithRule('not-when', ['Mode', 'Name'], `${'*a'.repeat(20)}b`),
    { Mode: 'x', Name: `${'a'.repeat(10_000)}!` },
  ],
])('%s of a rule takes linear time', (_, schema, body) => {
  const start = performance.now();
  read(schema, body);
  expect(performance.now() - start).toBeLessThan(2000);
});
