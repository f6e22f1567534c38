/** What the comparison reports of a change between two small documents, and what the conversions do with it. */
import { expect } from 'vitest';
import { parse } from 'yaml';
import { compareApis } from '../../compare/index.js';
import { documentOf, type Json, type JsonObject } from '../../document/index.js';
import { conversionDirections, type ConversionDirection } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { parseOverlay } from '../../overlay/index.js';
import { assertRulesFit, conversionRulesOf, rulesByOperation, undecidedOf, withHooksForUndecided } from '../index.js';

export const string = { type: 'string' };
export const integer = { type: 'integer' };
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const object = (properties: JsonObject, ...required: readonly string[]): JsonObject => {
  return { type: 'object', properties, ...(required.length > 0 && { required: [...required] }) };
};
export const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const schemas: JsonObject = {
  Cat: object({ kind: string, lives: integer }, 'kind'),
  Dog: object({ kind: string, barks: { type: 'boolean' } }, 'kind'),
};

/** Returns a document with the operation `BoxSend`. */
export const operation = (parts: JsonObject, others: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'A' },
  paths: { '/a/{id}': { post: { operationId: 'BoxSend', responses: { 204: {} }, ...parts } } },
  components: { schemas },
  ...others,
});
export const request = (schema: JsonObject): JsonObject =>
  operation({ requestBody: { required: true, ...json(schema) } });
export const response = (schema: JsonObject): JsonObject => operation({ responses: { 200: json(schema) } });
const apiOf = (version: string, document: JsonObject) =>
  normalize(documentOf('a.yaml', { ...document, info: { title: 'A', version } }));

/** Returns the changes as `kind direction breaks`, and after a semicolon what the conversions do. */
export function effects(older: JsonObject, newer: JsonObject): string {
  const pair = { version: '1', older: apiOf('1', older), newer: apiOf('2', newer) };
  const { asked, derived } = conversionsOf(pair);
  const words = [
    ...(asked.length > 0 ? [`asks ${asked.join(' ')}`] : []),
    ...(derived.length > 0 ? [`derives ${derived.join(' ')}`] : []),
  ];
  // The way back needs the same of responses: only requests have defaults, and parameters that a server does not know.
  const back = conversionsOf({ version: '2', older: pair.newer, newer: pair.older });
  for (const kind of ['asked', 'derived'] as const) {
    const other = back[kind].map((direction) => reversed[direction]).sort();
    expect(other.filter(isOfResponse), kind).toEqual({ asked, derived }[kind].filter(isOfResponse));
  }
  const changes = compareApis(pair.older, pair.newer).map(
    ({ kind, direction, breaks }) => `${kind} ${direction} ${breaks}`,
  );
  return `${[...new Set(changes)].join(', ')}; ${words.join(', ') || 'passes'}`;
}

const isOfResponse = (direction: ConversionDirection) => direction.startsWith('response');
const reversed: Readonly<Record<ConversionDirection, ConversionDirection>> = {
  'request.upgrade': 'request.downgrade',
  'request.downgrade': 'request.upgrade',
  'response.upgrade': 'response.downgrade',
  'response.downgrade': 'response.upgrade',
};

/** Returns the directions that ask for a decision, and those with derived rules. Hooks for all that is asked leave nothing to ask. */
function conversionsOf(pair: Parameters<typeof withHooksForUndecided>[0]) {
  const decisions = undecidedOf({ ...pair, rules: [], differences: [] });
  const asked = decisions.map(({ direction }) => direction);
  // The places that the error names are those of rules.
  const lines = decisions.flatMap(({ direction, at }) =>
    at.map((place) => `{ direction: ${direction}, rule: hook, hook: a, question: b, at: ${place}, description: c }`),
  );
  const action = `{ target: $, update: {}, x-lading-difference: d, x-lading-conversion-rules: [${lines.join(', ')}] }`;
  const overlay = `{ overlay: 1.0.0, info: { title: a, version: '1' }, extends: a.yaml, actions: [${action}] }`;
  const rules = conversionRulesOf(parseOverlay('o.yaml', parse(overlay) as Json));
  assertRulesFit(rules, pair.older, pair.newer);
  expect(undecidedOf({ ...pair, rules, differences: [] })).toEqual([]);
  const decided = withHooksForUndecided(pair);
  expect(undecidedOf(decided)).toEqual([]);
  const derived = rulesByOperation(decided).flatMap(({ rules }) =>
    conversionDirections.filter((direction) => rules[direction].some((rule) => rule.derived === true)),
  );
  return { asked: [...new Set(asked)].sort(), derived: [...new Set(derived)].sort() };
}
