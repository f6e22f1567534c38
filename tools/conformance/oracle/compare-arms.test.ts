// Tests how exchanges of two arms are paired and compared, and how the results become cells.

import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import type { Operation } from '../check/document.js';
import { readArm, type ArmExchange } from '../recorder/exchange.js';
import type { Exchange, Json } from '../recorder/exchange.js';
import { cells, type CellState } from './report.js';
import { compareArms } from './compare-arms.js';
import { differences } from './compare-arms.js';
import { readDeviations, readRules } from './lists.js';

const rules = readRules(
  'texts: [{ match: "\\\\b[0-9a-f]{12}\\\\b", replace: <id>, cause: engine, reason: r }]',
  'rules.yaml',
);
const operation = { id: 'ThingGet' } as Operation;
const context = { rules, match: ({ path }: Exchange) => (path.startsWith('/things') ? operation : undefined) };

const read = (path: string, body: Json, status = 200): ArmExchange => ({
  driver: 'things',
  order: 0,
  exchange: {
    engine: '26.1',
    client: 'http',
    version: '1.30',
    method: 'GET',
    path,
    request: { headers: {} },
    response: { status, headers: {}, body },
  },
});
const unequal = (direct: readonly ArmExchange[][], bridged: readonly ArmExchange[]): readonly string[] =>
  compareArms(direct, [bridged], context)
    .filter((comparison) => comparison.differences.length > 0)
    .map(
      ({ request, differences: [first] }) =>
        `${request}: ${first?.at} ${String(first?.direct)} ${String(first?.bridged)}`,
    );

test('pairs equal requests in their order', () => {
  const arm = [read('/things/a', 1), read('/things/a', 2)];
  expect(unequal([arm], arm)).toEqual([]);
  expect(unequal([arm], arm.toReversed())).toEqual([
    'things GET /things/a: /content/body 1 2',
    'things GET /things/a #2: /content/body 2 1',
  ]);
});

test('pairs requests that name a drawn identifier with the most similar one', () => {
  const direct = [read('/things/0123456789ab', 1), read('/things/ba9876543210', 2)];
  const bridged = [read('/things/ffffffffffff', 2), read('/things/eeeeeeeeeeee', 1)];
  expect(unequal([direct], bridged)).toEqual([]);
  expect(unequal([direct], [...bridged.slice(1), read('/things/ffffffffffff', 3)])).toHaveLength(1);
});

test('does not compare requests that a fault of the engine breaks off', () => {
  const broken = readRules(
    'broken: [{ operation: ThingGet, request: /things/a$, cause: engine, reason: r }]',
    'rules.yaml',
  );
  const compare = (path: string) => compareArms([[]], [[read(path, 1)]], { ...context, rules: broken });
  expect(compare('/things/a')).toEqual([]);
  expect(compare('/things/b')).toHaveLength(1);
});

test('reads exchanges in the order in which their requests began', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'lading-arm-')), 'arm.jsonl');
  for (const [order, path] of [
    [2, '/things/b'],
    [1, '/things/a'],
  ] as const)
    appendFileSync(file, `${JSON.stringify({ ...read(path, 1), order })}\n`);
  expect(readArm(file).map(({ exchange }) => exchange.path)).toEqual(['/things/a', '/things/b']);
});

test('accepts another number of drawn identifiers, but not none', () => {
  const one = [read('/things/0123456789ab', 1)];
  const two = [...one, read('/things/ba9876543210', 1)];
  expect(unequal([two], one)).toEqual([]);
  expect(unequal([one], two)).toEqual([]);
  expect(unequal([one], [])).toHaveLength(1);
  expect(unequal([[]], one)).toHaveLength(1);
});

test('reports an exchange that one of the arms lacks', () => {
  expect(unequal([[read('/things/a', 1)]], [])).toEqual(['things GET /things/a:  200 no exchange']);
  expect(unequal([[]], [read('/things/a', 1)])).toEqual(['things GET /things/a:  no exchange 200']);
});

test('accepts what one of several direct arms has', () => {
  const direct = [[read('/things/a', 1)], [read('/things/a', 2)]];
  expect(unequal(direct, [read('/things/a', 2)])).toEqual([]);
  expect(unequal(direct, [read('/things/a', 3)])).toHaveLength(1);
});

test('differs in the status although the bodies are equal', () => {
  expect(unequal([[read('/things/a', 1)]], [read('/things/a', 1, 404)])).toEqual([
    'things GET /things/a: /status 200 404',
  ]);
});

test('finds each changed value of a response at its place', () => {
  const response = (body: Json): Parameters<typeof differences>[0] => ({ status: 200, headers: {}, content: { body } });
  const places = differences(response({ a: [1, null], 'b/c': {} }), response({ a: [1, 2, 3], 'b/c': null }));
  expect(places.map(({ at }) => at)).toEqual(['/content/body/a/1', '/content/body/a/2', '/content/body/b~1c']);
});

test('a value equals itself, and nothing else', () => {
  const value = fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as Json);
  const response = (body: Json): Parameters<typeof differences>[0] => ({ status: 200, headers: {}, content: { body } });
  fc.assert(
    fc.property(value, value, (left, right) => {
      expect(differences(response(left), response(structuredClone(left)))).toEqual([]);
      expect(differences(response({ a: left }), response({})).length).toBe(1);
      const isEqual = isDeepStrictEqual(left, right);
      expect(differences(response(left), response(right)).length === 0).toBe(isEqual);
    }),
    { seed: inject('seed') },
  );
});

test('a cell is reached if all exchanges are equal; a known deviation is a miss', () => {
  const state = (
    direct: readonly ArmExchange[],
    bridged: readonly ArmExchange[],
    deviations = '[]',
  ): CellState | undefined => {
    const [cell] = cells(
      ['ThingGet'],
      '1.30',
      compareArms([direct], [bridged], context),
      readDeviations(deviations, 'd.yaml', '26.1'),
    );
    return cell?.state;
  };
  const found = [read('/things/a', 1)];
  const missing = [read('/things/b', 1, 404)];
  expect(state(found, found)).toBe('equal');
  expect(state([...found, ...missing], [...found, ...missing])).toBe('equal');
  expect(state(missing, missing)).toBe('refusals-only');
  expect(state([...found, ...missing], [...found, read('/things/b', 2, 404)])).toBe('different');
  expect(state(found, missing, '[{ operation: ThingGet, cause: engine, reason: r }]')).toBe('deviation');
  expect(state(found, missing, '[{ operation: ThingGet, versions: ["1.31"], cause: engine, reason: r }]')).toBe(
    'different',
  );
  expect(state(found, missing, '[{ operation: ThingGet, engines: ["28.5"], cause: engine, reason: r }]')).toBe(
    'different',
  );
  expect(state([read('/others', 1)], [read('/others', 1)])).toBe('missing');
});

test.each([
  ['{ operation: ThingGet, at: A }', 'deviation'],
  ['{ at: content/body/A }', 'deviation'],
  ["{ at: 'body/*/[]/B$' }", 'deviation'],
  ["{ at: ['none', 'A/[]'] }", 'deviation'],
  ['{ operation: ThingGet, request: "^things .*/a$" }', 'deviation'],
  ['{ at: A, direct: 1, bridged: 2 }', 'deviation'],
  ['{ at: A, bridged: 1 }', 'different'],
  ["{ at: 'body/A$' }", 'different'],
  ["{ at: 'body/[]' }", 'different'],
  ["{ at: 'A/B' }", 'different'],
  ['{ operation: Other, at: A }', 'different'],
  ['{ operation: ThingGet, request: /b$ }', 'different'],
])('the deviation %s explains only what it names: %s', (entry, wanted) => {
  const arm = (value: number): ArmExchange[][] => [[read('/things/a', { A: [{ B: value }] })]];
  const deviations = readDeviations(`[${entry.replace('{', '{ cause: engine, reason: r,')}]`, 'd.yaml', '26.1');
  const [cell] = cells(['ThingGet'], '1.30', compareArms(arm(1), arm(2), context), deviations);
  expect(cell?.state).toBe(wanted);
});

test('reports what no deviation explains beside what one does', () => {
  const deviations = readDeviations('[{ at: A, cause: engine, reason: r }]', 'd.yaml', '26.1');
  const [one, other] = [[read('/things/a', { A: 1, C: 1 })], [read('/things/a', { A: 2, C: 2 })]];
  const [cell] = cells(['ThingGet'], '1.30', compareArms([one], [other], context), deviations);
  const request = 'things GET /things/a';
  expect(cell).toMatchObject({
    state: 'different',
    findings: [
      { difference: { at: '/content/body/A' }, request, cause: 'engine', reason: 'r' },
      { difference: { at: '/content/body/C' }, request, cause: 'unknown' },
    ],
  });
  expect(() => readDeviations('[{ cause: engine, reason: r }]', 'd.yaml', '26.1')).toThrow('d.yaml, entry 1: ');
});

test('compares items with the same name where one is missing', () => {
  const response = (body: Json): Parameters<typeof differences>[0] => ({ status: 200, headers: {}, content: { body } });
  const [one, two, three] = ['one', 'two', 'three'].map((name) => ({ Names: [`/${name}`], State: 'running' }));
  expect(differences(response([one!, two!, three!]), response([one!, { ...three!, State: 'exited' }]))).toEqual([
    { at: '/content/body/1', direct: two, bridged: undefined },
    { at: '/content/body/2/State', direct: 'running', bridged: 'exited' },
  ]);
});

test('tells a property from one that every object inherits', () => {
  const response = (body: Json): Parameters<typeof differences>[0] => ({ status: 200, headers: {}, content: { body } });
  expect(differences(response({}), response({ toString: 1 }))).toEqual([
    { at: '/content/body/toString', direct: undefined, bridged: 1 },
  ]);
});

test('counts what differs in every pair of recordings', () => {
  const [one, other] = [[read('/things/a', 1)], [read('/things/a', 2)]];
  expect(compareArms([one], [other, one], context)).toMatchObject([{ differences: [], unsteady: true }]);
  expect(compareArms([one, other], [other], context)).toMatchObject([{ differences: [], unsteady: false }]);
  expect(compareArms([one], [other, other], context)).toMatchObject([
    { differences: [{ bridged: 2 }], unsteady: false },
  ]);
});

test('does not compare that the engine removed an object by itself', () => {
  const rules = readRules(
    'vanishing: [{ operation: ThingGet, request: <, reason: r }]\ntexts: [{ match: "[0-9a-f]{12}", replace: <id>, cause: engine, reason: r }]',
    'rules.yaml',
  );
  const compare = (path: string): number =>
    compareArms([[read(path, 1)]], [[read(path, 'gone', 404)]], { ...context, rules }).length;
  expect(compare('/things/0123456789ab')).toBe(0);
  expect(compare('/things/none')).toBe(1);
});
