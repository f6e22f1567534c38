/** One line decides everything that only one version has; each difference is listed with the rule that decides it. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { documentOf, type Json } from '../../document/index.js';
import { everyOperation, type ConversionDirection } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { parseOverlay } from '../../overlay/index.js';
import {
  assertRulesFit,
  conversionRulesOf,
  decidedDifferences,
  rulesByOperation,
  rulesOfSelection,
  undecidedOf,
} from '../index.js';

const documentFor = (version: string, parameters: string, properties: string) => `
openapi: 3.1.0
info: { title: Parcels, version: '${version}' }
paths:
  /parcels:
    post:
      operationId: sendParcel
      parameters: [${parameters}]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
      responses: { '204': { description: Sent. } }
components: { schemas: { Parcel: { type: object, properties: { ${properties} } } } }
`;
const read = (name: string, text: string) => documentOf(name, parse(text) as Json);
const query = (name: string) => `{ name: '${name}', in: query, schema: { type: string } }`;
const older = normalize(read('1.yaml', documentFor('1.0', query('page.from'), 'old: {}, size: {}')));
const newer = normalize(
  read('2.yaml', documentFor('2.0', query('filter[state]'), "gift: {}, 'wrap.color': {}, sizes: {}")),
  everyOperation(older),
);
const stepOf = (rules: string) => ({
  version: '2.0',
  older,
  newer,
  differences: [],
  rules: conversionRulesOf(
    parseOverlay('o.yaml', {
      overlay: '1.0.0',
      info: { title: 'a', version: '1' },
      actions: [
        { target: '$', remove: true, 'x-lading-difference': 'd', 'x-lading-conversion-rules': parse(rules) as Json },
      ],
    }),
  ),
});
const shown = (rules: string, direction: ConversionDirection) => {
  const step = stepOf(rules);
  assertRulesFit(step.rules, older, newer);
  expect(undecidedOf(step).map(({ name }) => name)).toEqual([]);
  const [{ rules: all } = expect.fail()] = rulesByOperation(step);
  const texts = all[direction].map(({ rule, at, parts }) => `${rule} ${JSON.stringify(at)} ${JSON.stringify(parts)}`);
  return [...new Set(texts)];
};
const refuse = `{ direction: request.downgrade, rule: refuse, at: { only: newer }, status: 400, message: 'No {place}.', description: s }`;
const drop = `{ direction: request.downgrade, rule: drop, at: { only: newer }, description: Unknown to it. }`;
const sized = `{ direction: request.downgrade, rule: fill, at: { operations: [SendParcel], body: size }, by: copy, from: sizes, description: s }`;

describe('a rule about everything that only one version has', () => {
  it('refuses each place by its name, except where another rule decides', () => {
    const texts = shown(`[${refuse}, ${drop.replace('only: newer', 'schema: Parcel.gift')}]`, 'request.downgrade');
    expect(texts.filter((text) => !text.endsWith('{}'))).toEqual([
      'drop {"body":"gift"} {"loss":"Unknown to it."}',
      'refuse {"body":"wrap\\\\.color"} {"status":400,"message":"No wrap\\\\.color."}',
      'refuse {"body":"sizes"} {"status":400,"message":"No sizes."}',
      'refuse {"query":"filter[state]"} {"status":400,"message":"No query filter[state]."}',
    ]);
  });

  it('drops nothing without a word, and not what another rule moves', () => {
    const texts = shown(`[${drop}, ${sized}]`, 'request.downgrade');
    expect(texts.filter((text) => text.startsWith('drop') && text.includes('sizes'))).toEqual([
      'drop {"body":"sizes"} {}',
    ]);
    expect(texts).toContain('drop {"query":"filter[state]"} {"loss":"Unknown to it."}');
  });

  it('refuses what only older clients send', () => {
    const rule = refuse.replace('newer', 'older').replace('downgrade', 'upgrade');
    const texts = shown(`[${rule}, ${drop}]`, 'request.upgrade');
    expect(texts.filter((text) => text.startsWith('refuse'))).toHaveLength(3);
    expect(texts).toContain('refuse {"query":"page.from"} {"status":400,"message":"No query page.from."}');
  });

  it.each([
    [refuse.replace('downgrade', 'upgrade'), 'only: newer is decided in request.downgrade'],
    [refuse.replace('status', "when: { '': present }, status"), 'dropped or refused, without conditions'],
    [drop.replace('rule: drop', 'rule: set, value: 1'), 'dropped or refused, without conditions'],
    [drop.replace('only: newer', 'only: both'), 'only must be older or newer'],
    [drop.replace('only: newer', 'only: newer, operations: [Gone]'), 'has no operation Gone'],
  ])('%s is rejected', (rule, message) => {
    expect(() => assertRulesFit(stepOf(`[${rule}]`).rules, older, newer)).toThrow(message);
  });
});

it('each difference is listed once, with the rule that decides it', () => {
  const list = (rules: string) =>
    decidedDifferences(stepOf(rules)).map(({ name, direction, rule, derived }) =>
      [derived ? 'derived' : 'written', rule, direction, name].join(' '),
    );
  expect(list('[]').filter((text) => text.includes('undecided'))).toHaveLength(4);
  expect(list(`[${refuse}]`).filter((text) => text.startsWith('written'))).toEqual(
    ['Parcel.gift', 'Parcel.wrap\\.color', 'Parcel.sizes', 'query filter[state]'].map(
      (name) => `written refuse request.downgrade ${name}`,
    ),
  );
  const renamed = '[{ rule: rename, at: { schema: Parcel.sizes }, from: size, description: s }, ' + `${refuse}]`;
  expect(list(renamed).filter((text) => text.includes('rename'))).toEqual([
    'written rename request.upgrade sizes',
    'written rename request.downgrade size',
  ]);
});

it('of operations and schemas that are left out, rules are left out, too', () => {
  const at = (place: string) => `{ direction: request.upgrade, rule: drop, at: { ${place} }, description: s }`;
  const places = [
    'operations: [SendParcel, Gone], body: a',
    'operations: [SendParcel], body: b',
    'operations: [Gone], body: c',
    'schema: Parcel.d',
    'schema: Gone.e',
  ];
  const { rules } = stepOf(`[${places.map(at).join(', ')}]`);
  const [schema, operation] = [newer.schemas[0] ?? expect.fail(), newer.operations[0] ?? expect.fail()];
  const whole = {
    ...newer,
    schemas: [...newer.schemas, { ...schema, name: 'Gone' }],
    operations: [...newer.operations, { ...operation, id: 'Gone' }],
  };
  expect(rulesOfSelection(rules, [{ whole, selected: whole }])).toEqual(rules);
  expect(rulesOfSelection(rules, [{ whole, selected: newer }]).map((rule) => rule.at)).toEqual([
    { in: 'body', operations: ['SendParcel'], path: 'a' },
    { in: 'body', operations: ['SendParcel'], path: 'b' },
    { in: 'schema', operations: [], schema: 'Parcel', path: 'd' },
  ]);
});
