/** The generated types of every keyword of schemas: which values they accept and reject. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { main } from '../../cli/main.js';

const folder = temporaryFolder();

/** For each schema, values that it accepts and values that it rejects. */
const values: readonly (readonly [schema: string, accepted: readonly string[], rejected: readonly string[]])[] = [
  ['AnyOfBesideProperties', ["{ id: 'a', mail: 'b' }", "{ id: 'a', phone: 1 }"], ["{ mail: 'b' }", "{ id: 'a' }"]],
  ['OneOfRequired', ["{ a: 'a' }", "{ b: 'b' }"], ['{}', '{ a: 1 }']],
  ['AllOfRequired', ["{ name: 'a' }"], ['{}', '{ name: 1 }']],
  ['AllOfInlineRequired', ["{ a: 'a' }"], ["{ b: 'b' }"]],
  ['RequiredOnly', ['{ x: 1, y: 2 }'], ['{ y: 1 }', "{ x: 'a' }"]],
  ['Numbers', ['1', '2.5'], ['2', "'1'"]],
  ['Booleans', ['true'], ['false']],
  ['Nullable["mixed"]', ['1', "'a'", 'true', 'null', '{ x: [1] }'], ['2', 'false', '{ x: [2] }', '{}']],
  ['Pair', ["['a', 1]"], ["['a']", "[1, 'a']", "['a', 1, 2]"]],
  ['OpenTuple', ["['a']", "['a', true, false]"], ['[]', "['a', 1]"]],
  ['Optional', ["['a']", "['a', 1]"], ['[]', "['a', 1, 2]"]],
  ['Pet', ["{ kind: 'cat', lives: 9 }", "{ kind: 'dog', barks: true }"], ["{ kind: 'wolf' }", "{ kind: 'dog' }"]],
  ['Bicycle', ["{ wheels: 'two', bell: true }"], ["{ wheels: 'four', bell: true }"]],
  ['Account', ["{ id: 'a', name: 'b' }"], ["{ name: 'b' }", "{ id: 'a', name: 'b', secret: 'c' }"]],
  ['AccountInput', ["{ secret: 'a', name: 'b' }"], ["{ name: 'b' }", "{ secret: 'a', name: 'b', id: 'c' }"]],
  ['ConstString', ["'fixed'"], ["'other'"]],
  ['ConstObject', ['{ a: [1, null] }'], ['{ a: [1] }', '{}']],
  ['ConstNull', ['null'], ['undefined', '{}']],
  ['Everything', ['1', 'null', '{}'], []],
  ['Nothing', [], ['1', 'null', '{}']],
  ['NothingInside', ["{ a: 'a', any: 1 }"], ['{ old: 1 }']],
  ['Tree', ["{ value: 'a', children: [{ node: { value: 'b' }, next: { node: { value: 'c' } } }] }"], ['{}']],
  ['Tree', [], ["{ value: 'a', children: [{ node: { value: 'b' }, next: { node: {} } }] }"]],
  ['Json', ["[{ a: [1, 'b', null] }]"], ['[undefined]', '() => 1']],
  ['Nullable["typeArray"]', ["'a'", '1', 'null'], ['true']],
  ['Nullable["enumNull"]', ["'a'", 'null'], ["'b'"]],
  ['Nullable["anyOfNull"]', ["{ name: 'a' }", 'null'], ['undefined']],
  ['Nullable["reference"]', ['null', '1'], ["'a'"]],
  ['Patterns', ["{ 'x-a': 'a', 'n-a': 1 }"], ["{ 'x-a': 1 }", "{ 'n-a': 'a' }", "{ b: 'a' }"]],
  ['PatternsBesideProperties', ["{ id: 1, 'x-a': 'a' }"], ["{ id: 1, 'x-a': 1 }", "{ 'x-a': 'a' }", '{ id: 1, b: 1 }']],
  ['RestBesideProperties', ["{ id: 'a', other: 'b' }", '{}'], ['{ id: 1 }', '{ other: 1 }']],
  ['RestBesideProperties["key"]', ["'a'"], ['1', 'null']],
  [
    'RestOfAnotherType',
    ['{ count: 1, parts: [], other: { count: 2, parts: [] } }'],
    ["{ count: 1, parts: [], other: 'a' }"],
  ],
  ['RestInherited', ["{ id: 'a', on: true, other: 'b' }"], ["{ on: 'a' }", '{ on: true, other: null }']],
  ['RestBesideInherited', ["{ name: 'a', on: true, other: false }"], ["{ on: 'a' }", '{ on: true, other: {} }']],
  ['RestBesideAny', ["{ id: {}, other: 'b' }"], ['1']],
  ['NotString', ['1'], ["'a'"]],
  ['NotListed', ["'b'"], ["'a'"]],
  ['NotRequired', ["{ b: 'b' }"], ["{ a: 'a' }"]],
  ['Closed', ["{ a: 'a' }"], ['{ b: 1 }']],
  ['Empty', ['{}'], ['{ a: 1 }']],
  ['ObjectWithoutKeywords', ['{ a: 1 }'], ['1', 'null']],
];

function program(): string {
  const statements = values.flatMap(([schema, accepted, rejected], row) => [
    ...accepted.map((value, index) => `export const a${row}_${index}: T.${schema} = ${value};`),
    ...rejected.map((value, index) => `// @ts-expect-error\nexport const r${row}_${index}: T.${schema} = ${value};`),
  ]);
  return [
    "import type * as T from './out/v1/types/gen/index.js';",
    "export const barks = (pet: T.Pet): boolean => pet.kind === 'dog' && pet.barks;",
    ...statements,
  ].join('\n');
}

const flagSets = [
  ['strict', []],
  ['stricter', ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noPropertyAccessFromIndexSignature']],
] as const;

beforeAll(async () => {
  const document = fileURLToPath(new URL('../../testing/documents/schema-keywords.yaml', import.meta.url));
  expect(await main(['generate', '--quiet', '--document', document, '--out', join(folder, 'out')])).toBe(0);
  writeFileSync(join(folder, 'program.ts'), program());
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});

it.each(flagSets)('say what the document says under %s flags', (_name, flags) => {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript7/package.json')), 'bin/tsc');
  const options = ['--singleThreaded', '--noEmit', '--strict', ...flags, '--target', 'es2022', '--module', 'nodenext'];
  const { stdout } = spawnSync(process.execPath, [tsc, ...options, '--pretty', 'false', 'program.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});
