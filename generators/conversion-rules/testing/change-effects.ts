/** What the comparison reports of a change between two small documents, and what the conversions do with it. */
import { compareApis } from '../../compare/index.js';
import { documentOf, type JsonObject } from '../../document/index.js';
import { conversionDirections } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { rulesByOperation, undecidedOf, withHooksForUndecided } from '../index.js';

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
  const step = { ...pair, rules: [], differences: [] };
  const asked = [...new Set(undecidedOf(step).map(({ direction }) => direction))];
  const derived = rulesByOperation(withHooksForUndecided(pair)).flatMap(({ rules }) =>
    conversionDirections.filter((direction) => rules[direction].some((rule) => rule.derived === true)),
  );
  const words = [
    ...(asked.length > 0 ? [`asks ${asked.sort().join(' ')}`] : []),
    ...(derived.length > 0 ? [`derives ${[...new Set(derived)].sort().join(' ')}`] : []),
  ];
  const changes = compareApis(pair.older, pair.newer).map(
    ({ kind, direction, breaks }) => `${kind} ${direction} ${breaks}`,
  );
  return `${[...new Set(changes)].join(', ')}; ${words.join(', ') || 'passes'}`;
}
