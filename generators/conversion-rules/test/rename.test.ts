/** One line renames a property, parameter, header or enum value in every direction, and only what it renames is decided. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { documentOf, type Json } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { parseOverlay } from '../../overlay/index.js';
import { conversionDirections, everyOperation } from '../../ir/index.js';
import { assertRulesFit, conversionRulesOf, likelyPathRenames, rulesByOperation, undecidedOf } from '../index.js';

const documentFor = (version: string, name: string, state: string, others: string) => `
openapi: 3.1.0
info: { title: Parcels, version: '${version}' }
paths:
  /parcels/{${name}Id}:
    post:
      operationId: sendParcel
      parameters:
        - { name: ${name}Id, in: path, required: true, schema: { type: string } }
        - { name: ${name}_limit, in: query, schema: { type: integer } }
        - { name: X-${name}, in: header, required: true, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
      responses:
        '200':
          description: Sent.
          headers: { X-${name}: { required: true, schema: { type: string } } }
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Parcel' } } } }
components:
  schemas:
    Parcel:
      type: object
      required: [${name}]
      properties:
        ${name}: { type: object, required: [${name}Name], properties: { ${name}Name: { type: string }${others} } }
        state: { $ref: '#/components/schemas/State' }
    State: { type: string, enum: [${state}, sent] }
    Box: { type: object, properties: { ${name}: { type: string }, boxes: { type: array, items: { $ref: '#/components/schemas/Box' } } } }
`;
const apis = (others = '') => {
  const read = (name: string, text: string) => documentOf(name, parse(text) as Json);
  const older = normalize(read('1.yaml', documentFor('1.0', 'recipient', 'open', '')));
  const newer = normalize(read('2.yaml', documentFor('2.0', 'addressee', 'opened', others)), everyOperation(older));
  return { older, newer };
};
const lines = `
- { rule: rename, at: { schema: Parcel.addressee.addresseeName }, from: recipientName, description: s }
- { rule: rename, at: { schema: Parcel.addressee }, from: recipient, description: s }
- { rule: rename, at: { schema: State }, from: open, to: opened, description: s }
- { rule: rename, at: { operations: [sendParcel], query: addressee_limit }, from: recipient_limit, description: s }
- { rule: rename, at: { operations: [sendParcel], header: X-Addressee }, from: X-Recipient, description: s }
`;
const rulesOf = (text: string) =>
  conversionRulesOf(
    parseOverlay('o.yaml', {
      overlay: '1.0.0',
      info: { title: 'a', version: '1' },
      actions: [
        { target: '$', remove: true, 'x-lading-difference': 'd', 'x-lading-conversion-rules': parse(text) as Json },
      ],
    }),
  );
const step = (text: string, others = '') => ({
  version: '2.0',
  ...apis(others),
  rules: rulesOf(text),
  differences: [],
});

const letter = (name: string) => `{ type: object, properties: { letter: { const: ${name} } } }`;

describe('a rule rename', () => {
  it('acts in every direction, on an object before its properties when upgrading, after them when downgrading', () => {
    const { older, newer, ...rest } = step(lines);
    assertRulesFit(rest.rules, older, newer);
    const [{ rules } = expect.fail()] = rulesByOperation({ older, newer, ...rest });
    const shown = conversionDirections.map((direction) => [
      direction,
      ...rules[direction].map(({ rule, at, parts }) => {
        const [[kind, place] = expect.fail()] = Object.entries(at);
        const from = parts['from'] === undefined ? '' : ` from ${JSON.stringify(parts['from'])}`;
        return `${rule} ${kind} ${place}${from}${parts['value'] === undefined ? '' : ` to ${JSON.stringify(parts['value'])}`}`;
      }),
    ]);
    expect(shown).toEqual([
      [
        'request.upgrade',
        'drop query addressee_limit',
        'rename query addressee_limit from "recipient_limit"',
        'drop header x-addressee',
        'rename header x-addressee from "x-recipient"',
        'drop body addressee',
        'rename body addressee from "recipient"',
        'replace body state from "open" to "opened"',
        'drop body addressee.addresseeName',
        'rename body addressee.addresseeName from "recipientName"',
        'rename segment addresseeId from "recipientId"',
      ],
      [
        'request.downgrade',
        'rename body addressee.recipientName from "addresseeName"',
        'replace body state from "opened" to "open"',
        'rename body recipient from "addressee"',
        'rename header x-recipient from "x-addressee"',
        'rename query recipient_limit from "addressee_limit"',
        'rename segment recipientId from "addresseeId"',
      ],
      [
        'response.upgrade',
        'rename header x-addressee from "x-recipient"',
        'rename body [].addressee from "recipient"',
        'replace body [].state from "open" to "opened"',
        'rename body [].addressee.addresseeName from "recipientName"',
      ],
      [
        'response.downgrade',
        'rename body [].addressee.recipientName from "addresseeName"',
        'replace body [].state from "opened" to "open"',
        'rename body [].recipient from "addressee"',
        'rename header x-recipient from "x-addressee"',
      ],
    ]);
  });

  it('leaves everything else to be decided', () => {
    expect(undecidedOf(step(lines)).map(({ name }) => name)).toEqual([]);
    expect(undecidedOf(step(lines, ', zip: { type: string }')).map(({ name, direction }) => [name, direction])).toEqual(
      [['Parcel.addressee.zip', 'request.downgrade']],
    );
  });

  it.each([
    ['an array', 'Tray.slots[]', (inner: string) => `{ type: array, items: ${inner} }`, 'slots[]'],
    ['a map', 'Tray.slots{}', (inner: string) => `{ type: object, additionalProperties: ${inner} }`, 'slots{}'],
    ['a choice', 'Tray.slots', (inner: string) => `{ oneOf: [{ type: string }, ${inner}] }`, 'slots'],
    [
      'a composition',
      'Tray.slots',
      (inner: string) => `{ allOf: [${inner}, { oneOf: [${letter('a')}, ${letter('b')}] }] }`,
      'slots',
    ],
    [
      'an array of maps',
      'Tray.slots[]{}',
      (inner: string) => `{ type: array, items: { type: object, additionalProperties: ${inner} } }`,
      'slots[]{}',
    ],
  ])('reaches a property inside %s', (_, place, around, path) => {
    const read = (version: string, name: string) =>
      normalize(
        documentOf(
          `${version}.yaml`,
          parse(`
openapi: 3.1.0
info: { title: Trays, version: '${version}' }
paths:
  /tray:
    post:
      operationId: putTray
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Tray' } } } }
      responses: { '204': { description: Put. } }
components:
  schemas:
    Tray: { type: object, properties: { slots: ${around(`{ type: object, required: [${name}], properties: { ${name}: { type: string } } }`)} } }
`) as Json,
        ),
      );
    const [older, newer] = [read('1.0', 'size'), read('2.0', 'width')];
    const rules = rulesOf(`[{ rule: rename, at: { schema: '${place}.width' }, from: size, description: s }]`);
    assertRulesFit(rules, older, newer);
    const versionStep = { version: '2.0', older, newer, rules, differences: [] };
    expect(undecidedOf(versionStep)).toEqual([]);
    expect(undecidedOf({ ...versionStep, rules: rulesOf('[]') })).not.toEqual([]);
    const [found = expect.fail()] = rulesByOperation(versionStep);
    expect(found.rules['request.downgrade'].map(({ rule, at }) => [rule, at])).toEqual([
      ['rename', { body: `${path}.size` }],
    ]);
  });

  it.each([
    ['at: { schema: Parcel.addressee }, from: sender', 'schema Parcel of version 1.0 itself has no "sender"'],
    ['at: { schema: Parcel.receiver }, from: recipient', 'schema Parcel of version 2.0 itself has no "receiver"'],
    ['at: { schema: Parcel.state }, from: open, to: opened', 'schema Parcel of version 2.0 itself has no "opened"'],
    ['at: { operations: [sendParcel], query: limit }, from: a', 'SendParcel of version 1.0 has no query a'],
    [
      'at: { operations: [sendParcel], query: X-addressee }, from: X-recipient',
      'of version 1.0 has no query X-recipient',
    ],
    ['at: { operations: [sendParcel], query: addressee_limit, path: a }, from: b', 'a parameter is renamed as a whole'],
    ['at: { operations: [sendParcel] }, from: a', 'the rule rename needs a place in the message'],
    ['at: { paths: /people }, from: /parcels', 'no path of version 2.0 begins with /people'],
    ['at: { paths: /parcels }, from: /boxes', 'no path of version 1.0 begins with /boxes'],
    ['at: { paths: "/parcels/{a}" }, from: /parcels', 'have not the same number of parameters'],
    ['at: { paths: parcels }, from: /parcels', 'paths must begin with a slash'],
    [
      'direction: request.upgrade, at: { schema: State }, from: open, to: opened',
      'a rule rename holds in every direction',
    ],
  ])('%s is refused', (line, message) => {
    const { older, newer } = apis();
    expect(() => assertRulesFit(rulesOf(`[{ rule: rename, ${line}, description: s }]`), older, newer)).toThrow(message);
  });

  it('is proposed where names and types make it likely', () => {
    const proposed = undecidedOf(step('[]')).flatMap(({ rename }) => rename ?? []);
    expect([...new Set(proposed)].sort()).toEqual([
      '{ rule: rename, at: { operations: [SendParcel], header: x-addressee }, from: x-recipient }',
      '{ rule: rename, at: { operations: [SendParcel], query: addressee_limit }, from: recipient_limit }',
      '{ rule: rename, at: { schema: State }, from: open, to: opened }',
    ]);
  });
});

const pathsFor = (version: string, segment: string, id: string, type = 'string') => `
openapi: 3.1.0
info: { title: People, version: '${version}' }
paths:
  /v1/${segment}/{${id}}:
    get:
      parameters: [{ name: ${id}, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: It., content: { application/json: { schema: { type: ${type} } } } } }
  /v1/${segment}/{${id}}/notes:
    delete:
      parameters: [{ name: ${id}, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: Done. } }
`;

describe('renames of paths', () => {
  const read = (text: string) => normalize(documentOf('people.yaml', parse(text) as Json));
  const older = read(pathsFor('1.0', 'users', 'userId'));

  it('are proposed where operations have equal messages', () => {
    const newer = read(pathsFor('2.0', 'people', 'id'));
    expect(likelyPathRenames(older, newer)).toEqual(['{ rule: rename, at: { paths: /v1/people }, from: /v1/users }']);
    expect(likelyPathRenames(older, read(pathsFor('2.0', 'people', 'id', 'integer')))).toEqual([]);
    expect(likelyPathRenames(older, older)).toEqual([]);
  });

  it('are not proposed where several paths may be meant', () => {
    const [people, persons] = ['people', 'persons'].map((segment) => read(pathsFor('2.0', segment, 'id')));
    const operations = [people, persons].flatMap((api) => api?.operations ?? []);
    expect(likelyPathRenames(older, { ...older, operations })).toEqual([]);
  });

  it('are found in linear time, also where each path may have every name of the other version', () => {
    const [operation = expect.fail()] = older.operations;
    const apiOf = (segment: string, count: number) => {
      const operations = Array.from({ length: count }, (_, at) => {
        const path = `/${segment}${at}/all`;
        return { ...operation, id: path, path };
      });
      return { ...older, operations };
    };
    const timeOf = (count: number) => {
      const { user } = process.cpuUsage();
      expect(likelyPathRenames(apiOf('users', count), apiOf('people', count))).toEqual([]);
      return process.cpuUsage().user - user;
    };
    timeOf(100);
    // The pairs of two thousand paths would take minutes.
    expect(timeOf(2000)).toBeLessThan(1_000_000);
    const ways = (last: string) => ({
      ...older,
      operations: [{ ...operation, id: last, path: `${'/a'.repeat(20_000)}/${last}` }],
    });
    expect(likelyPathRenames(ways('users'), ways('people'))).toHaveLength(1);
  });
});

const treeFor = (version: string, [label, inner, level]: readonly [string, string, string]) => `
openapi: 3.1.0
info: { title: Trees, version: '${version}' }
paths:
  /trees:
    put:
      operationId: putTree
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } }
      responses:
        '204':
          description: Done.
          headers: { X-Level: { schema: { type: string, enum: [${level}, low] } } }
components:
  schemas:
    Tree:
      type: object
      properties: { ${label}: { type: string }, ${inner}: { type: array, items: { $ref: '#/components/schemas/Tree' } } }
`;

it('renames at every depth of schemas that contain themselves, and values of response headers', () => {
  const read = (name: string, text: string) => documentOf(name, parse(text) as Json);
  const older = normalize(read('1.yaml', treeFor('1.0', ['name', 'trees', 'high'])));
  const newer = normalize(read('2.yaml', treeFor('2.0', ['label', 'children', 'top'])), everyOperation(older));
  const rules = rulesOf(`
- { rule: rename, at: { schema: Tree.label }, from: name, description: s }
- { rule: rename, at: { schema: Tree.children }, from: trees, description: s }
- { rule: rename, at: { operations: [putTree], header: X-Level }, from: high, to: top, description: s }
`);
  assertRulesFit(rules, older, newer);
  const whole = { version: '2.0', older, newer, rules, differences: [] };
  expect(undecidedOf(whole)).toEqual([]);
  const [{ rules: all } = expect.fail()] = rulesByOperation(whole);
  const shown = (direction: 'request.upgrade' | 'request.downgrade' | 'response.upgrade' | 'response.downgrade') =>
    all[direction]
      .filter(({ rule }) => rule !== 'drop')
      .map(({ at, parts, recursion = [] }) =>
        [at.body ?? at.header, parts['from'], parts['value'], ...recursion.map((each) => each.at)]
          .filter(Boolean)
          .join(' '),
      );
  // The inner trees are found by the name that they have when the rule acts.
  expect(shown('request.upgrade')).toEqual(['children trees children[]', 'X-Level high top', 'label name children[]']);
  expect(shown('request.downgrade')).toEqual(['name label children[]', 'X-Level top high', 'trees children trees[]']);
  expect(shown('response.upgrade')).toEqual(['X-Level high top']);
  expect(shown('response.downgrade')).toEqual(['X-Level top high']);
});

it('is refused for two properties on the way to values of the same schema', () => {
  const nested = (version: string, [outer, inner]: readonly [string, string]) =>
    treeFor(version, ['name', 'trees', 'high']).replace(
      /trees: \{ type: array.*? \} \} \}/,
      `${outer}: { type: object, properties: { ${inner}: { type: array, items: { $ref: '#/components/schemas/Tree' } } } } }`,
    );
  const read = (name: string, text: string) => documentOf(name, parse(text) as Json);
  const older = normalize(read('1.yaml', nested('1.0', ['data', 'trees'])));
  const newer = normalize(read('2.yaml', nested('2.0', ['info', 'children'])), everyOperation(older));
  const rules = rulesOf(`
- { rule: rename, at: { schema: Tree.info }, from: data, description: s }
- { rule: rename, at: { schema: Tree.info.children }, from: trees, description: s }
`);
  expect(() => rulesByOperation({ version: '2.0', older, newer, rules, differences: [] })).toThrow(
    'both lead to values of the same schema',
  );
});
