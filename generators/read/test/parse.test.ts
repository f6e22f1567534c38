/** Tests the parser: the result is JSON, or an error that names the file. */
import { describe, expect, it } from 'vitest';
import { parseText } from '../index.js';

describe('parseText', () => {
  const cases: readonly (readonly [name: string, text: string, value: unknown])[] = [
    ['YAML', 'a: [1, yes, null, 2.5]', { a: [1, 'yes', null, 2.5] }],
    ['JSON', '{"a": [true, "\\u0000"]}', { a: [true, '\u0000'] }],
    ['YAML that starts like JSON', '{a: 1, b: {c: 2}}', { a: 1, b: { c: 2 } }],
    ['merge keys', 'a: &a {x: 1}\nb: {<<: *a, y: 2}', { a: { x: 1 }, b: { x: 1, y: 2 } }],
    ['aliases', 'a: &a [1]\nb: *a', { a: [1], b: [1] }],
    ['dates stay strings', 'a: 2024-01-01', { a: '2024-01-01' }],
    ['dates of YAML 1.1 stay strings', '%YAML 1.1\n---\na: 2024-01-01', { a: '2024-01-01' }],
    ['tags do not change the kind of a value', 'a: !!binary aGk=\nb: !!set {x}', { a: 'aGk=', b: { x: null } }],
    ['a flow map closed at the margin', 'a: {\n  x: 1\n}', { a: { x: 1 } }],
    [
      'a quoted string that continues without indentation',
      'a:\n  - b: "one\ntwo\n\n three: \\"3\\""\n    c: 1',
      { a: [{ b: 'one two\nthree: "3"', c: 1 }] },
    ],
    ['two of these strings', "a: 'it''s\nso'\nb: \"c\nd: `e`\"\nf: 1", { a: "it's so", b: 'c d: `e`', f: 1 }],
    ['an empty file', '', null],
    ['a version as it is written', 'info: {version: 1.10}\nversion: 1.10', { info: { version: '1.10' }, version: 1.1 }],
    ['one in merged keys', 'a: &a {version: 2.0}\ninfo: {<<: *a}', { a: { version: 2 }, info: { version: '2.0' } }],
    ['one beside unknown tags', 'info: {version: 0x10, a: !x 1}', { info: { version: '0x10', a: '1' } }],
  ];
  it.each(cases)('%s', (_name, text, value) => {
    expect(parseText('a.yaml', text)).toEqual(value);
  });

  it('keeps __proto__ as a plain key', () => {
    for (const text of ['{"__proto__": {"x": 1}}', '__proto__: {x: 1}']) {
      const value = parseText('a.yaml', text);
      expect(Object.keys(value ?? {})).toEqual(['__proto__']);
      expect((value as { x?: number }).x).toBeUndefined();
    }
  });

  const refused: readonly (readonly [name: string, text: string, problem: RegExp])[] = [
    ['an unknown alias', 'a: *nobody', /^READ_LIMIT|^READ_SYNTAX/],
    ['an alias of itself', 'a: &a [*a]', /^READ_/],
    ['two documents', 'a: 1\n---\nb: 2', /^READ_SYNTAX: .*expected a single document/],
    ['501 levels', `${'['.repeat(501)}${']'.repeat(501)}`, /^READ_LIMIT: The file is nested more than 500 levels deep/],
    [
      'a quote without its closing quote',
      'a: 1\nb: "two\nc: 3\nd: "4"',
      /^READ_SYNTAX: .* at line \d+, column \d+ \(a\.yaml\)/,
    ],
    ['a string that ends with its document', 'a: "one\n---\nb: "two"', /^READ_SYNTAX/],
    [
      'equal keys of YAML',
      'a: 1\nb: 2\na: 3',
      /^READ_SYNTAX: The file is not YAML: duplicated mapping key at line 3, column 1/,
    ],
    [
      'equal keys of JSON',
      '{"a": {"b": "\\"{", "c": [{"b": 1}],\n "\\u0062" : 2}}',
      /^READ_SYNTAX: The file has the key "b" twice, at line 2, column 2 \(a\.yaml\)/,
    ],
    [
      'a long string that is repeated by aliases',
      `a: &a ${'x'.repeat(50_000)}\nb: [${'*a,'.repeat(5000)}]`,
      /^READ_LIMIT: .* by aliases/,
    ],
    [
      'long keys of sequences of aliases',
      `a: &a ${'x'.repeat(50_000)}\n${Array.from({ length: 500 }, (_, at) => `[*a,*a,*a,${at}]: 1`).join('\n')}`,
      /^READ_LIMIT: .* by aliases/,
    ],
    [
      'a mapping that is merged too often',
      `a: &a {${Array.from({ length: 5000 }, (_, at) => `k${at}: 1`).join()}}\nb: [${'{<<: *a},'.repeat(5000)}]`,
      /^READ_LIMIT: .* by aliases/,
    ],
    [
      'a string that no document has',
      JSON.stringify({ a: [{ 'b/c': 'x'.repeat(1_000_001) }] }),
      /^READ_LIMIT: The file contains a string of more than 1000000 characters \(a\.yaml#\/a\/0\/b~1c\)/,
    ],
    ['NUL', 'a: \u0000', /^READ_SYNTAX: The file contains a NUL character/],
  ];
  it.each(refused)('refuses %s', (_name, text, problem) => {
    expect(() => parseText('a.yaml', text)).toThrow(problem);
  });

  it('reads binary numbers of YAML 1.1 as strings, and those of YAML 1.2 as numbers', () => {
    expect(parseText('a.yaml', '[0b11, 0x1F, 0o17, 010, 1_000, 1e3]')).toEqual(['0b11', 31, 15, 10, '1_000', 1000]);
  });

  it('takes a string of 1,000,000 characters', () => {
    const text = JSON.stringify({ a: 'x'.repeat(1_000_000) });
    expect(parseText('a.yaml', text)).toEqual(JSON.parse(text));
  });

  it('takes 500 levels', () => {
    for (const name of ['a.json', 'a.yaml']) {
      expect(() =>
        parseText(name, `${name === 'a.yaml' ? '# YAML\n' : ''}${'['.repeat(500)}${']'.repeat(500)}`),
      ).not.toThrow();
    }
  });
});
