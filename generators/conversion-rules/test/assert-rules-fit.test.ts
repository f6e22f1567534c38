/** Conversion rules for two small versions: valid ones, and the error messages of invalid ones. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Json, documentOf } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { parseOverlay } from '../../overlay/index.js';
import { assertRulesFit, conversionRulesOf } from '../index.js';

const versionOf = (version: string, only: string) =>
  normalize(
    documentOf(
      `${version}.yaml`,
      parse(`
openapi: 3.1.0
info: { title: t, version: '${version}' }
paths:
  /a:
    post:
      operationId: ACreate
      parameters:
        - { name: kind, in: query, schema: { type: string, enum: [x, y] } }
        - { name: ${only}, in: query, schema: { type: string, contentMediaType: application/json, contentSchema: { $ref: '#/components/schemas/Filters' } } }
        - { name: X-${only}, in: header, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } }
      responses:
        '201':
          description: d
          headers: { X-Response-${only}: { schema: { type: string } } }
          content: { application/json: { schema: { type: object, properties: { Warnings: { type: array, items: { type: string } } } } } }
  /${only}:
    get:
      operationId: A${only === 'newer' ? 'Newer' : 'Older'}
      responses:
        '200': { description: d, content: { application/x-${only}: { schema: { $ref: '#/components/schemas/A' } } } }
components:
  schemas:
    Filters: { type: object, properties: { all: { type: array, items: { type: string } } } }
    Base: { type: object, properties: { ${only}InBase: { type: integer }, both: { type: integer } } }
    A:
      allOf:
        - $ref: '#/components/schemas/Base'
        - type: object
          properties:
            ${only}: { type: integer }
            list: { type: array, items: { oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] } }
            map: { type: object, additionalProperties: { $ref: '#/components/schemas/A' } }
`) as never,
    ),
  );
const older = versionOf('1.0', 'older');
const newer = versionOf('1.1', 'newer');

const check = (rule: string) => {
  const action = { target: '$.a', remove: true, 'x-lading-difference': 'd', 'x-lading-wire': [parse(rule) as Json] };
  const content = { overlay: '1.0.0', info: { title: 't', version: '1' }, actions: [action] };
  assertRulesFit(conversionRulesOf(parseOverlay('o.yaml', content)), older, newer);
};
const A = 'operations: [ACreate]';

describe('a valid rule', () => {
  test.each([
    `{rule: default, value: 0, direction: request.up, at: {${A}, body: newer}, says: s}`,
    `{rule: default, value: 0, direction: request.down, at: {${A}, body: olderInBase}, says: s}`,
    `{rule: set, value: 0, direction: request.up, at: {${A}, body: "list[].map{}.newer"}, says: s}`,
    `{rule: set, value: [], direction: request.up, at: {${A}, query: newer, path: "all[]"}, says: s}`,
    `{rule: fill, by: copy, from: older, direction: request.up, at: {${A}, body: newer}, says: s}`,
    `{rule: replace, from: 1, value: 2, direction: request.up, at: {${A}, body: both}, says: s}`,
    `{rule: drop, direction: request.up, at: {schema: A.older}, says: s}`,
    `{rule: drop, warning: w, direction: request.up, at: {${A}, body: older}, says: s}`,
    `{rule: drop, direction: request.up, at: {${A}, query: kind}, when: {"": unknown}, says: s}`,
    `{rule: drop, direction: request.up, at: {${A}, header: x-older}, says: s}`,
    `{rule: drop, direction: response.up, at: {${A}, body: "Warnings[]"}, when: {"": [w]}, says: s}`,
    `{rule: warn, warning: w, direction: request.up, at: {${A}, body: "list[].both"}, when: {older: [1]}, says: s}`,
    `{rule: refuse, status: 400, message: m, direction: request.up, at: {${A}, body: map}, when: {"": several}, says: s}`,
    `{rule: refuse, status: 400, message: m, direction: request.up, at: {${A}, query: newer, path: all}, says: s}`,
    `{rule: refuse, status: 501, message: m, direction: request.down, at: {operations: [ANewer]}, says: s}`,
    `{rule: set, value: application/x-older, direction: response.down, at: {operations: [AOlder], header: Content-Type}, says: s}`,
    `{rule: default, value: x, direction: response.up, at: {${A}, header: X-Response-newer}, says: s}`,
    `{rule: step, step: s, asks: q, direction: response.up, at: {operations: [AOlder]}, says: s}`,
    `{rule: step, step: s, asks: q, direction: response.up, at: {operations: [ANewer]}, says: s}`,
  ])('%s', (rule) => expect(() => check(rule)).not.toThrow());
});

describe('an invalid rule', () => {
  test.each([
    ['drop', 'request.up', `{operations: [AGone]}`, 'the rule drop needs a place in the message'],
    ['drop', 'request.up', `{operations: [AGone], body: x}`, 'version 1.0 has no operation AGone'],
    ['drop', 'request.up', `{${A}, body: newer}`, 'ACreate of version 1.0 has no "newer"'],
    ['drop', 'request.down', `{${A}, body: "list.older"}`, 'ACreate of version 1.1 has no "list.older"'],
    ['drop', 'request.up', `{${A}, body: constructor}`, 'ACreate of version 1.0 has no "constructor"'],
    ['drop', 'request.up', `{${A}, query: newer}`, 'ACreate of version 1.0 has no query parameter newer'],
    ['drop', 'request.up', `{${A}, query: older, path: some}`, 'ACreate of version 1.0 has no "some"'],
    ['drop', 'response.up', `{${A}, query: older}`, 'a response has no query'],
    ['drop', 'request.up', `{${A}, header: X-newer}`, 'ACreate of version 1.0 has no header X-newer'],
    [
      'drop',
      'response.up',
      `{${A}, header: X-Response-newer}`,
      'ACreate of version 1.0 has no header X-Response-newer',
    ],
    ['drop', 'request.up', `{operations: [AOlder], body: older}`, 'AOlder of version 1.0 has no such body'],
    ['drop', 'request.up', `{schema: B.x}`, 'version 1.0 has no schema B'],
    ['drop', 'request.up', `{schema: A.newer}`, 'A has no "newer"'],
    ['drop', 'request.up', `{schema: A.older, operations: [AGone]}`, 'version 1.0 has no operation AGone'],
    ['drop, when: {"": unknown}', 'request.up', `{${A}, body: older}`, '"older" is not an enum'],
    ['drop, when: {"": several}', 'request.up', `{${A}, body: older}`, '"older" is neither an array nor a map'],
    [
      'drop, when: {gone: [1]}',
      'request.up',
      `{${A}, body: "list[].older"}`,
      'ACreate of version 1.0 has no "gone" beside "list[].older"',
    ],
    ['drop, warning: w', 'request.up', `{schema: A.older}`, 'a warning needs operations whose responses have Warnings'],
    [
      'drop, warning: w',
      'response.up',
      `{operations: [AOlder], body: older}`,
      'a warning is only possible for a request',
    ],
    [
      'warn, warning: w',
      'response.up',
      `{operations: [AOlder], body: older}`,
      'a warning is only possible for a request',
    ],
    ['set, value: 1', 'request.up', `{${A}, body: older}`, 'ACreate of version 1.1 has no "older"'],
    [
      'set, value: application/x-older',
      'response.down',
      `{${A}, header: Content-Type}`,
      'ACreate of version 1.0 has no header Content-Type',
    ],
    [
      'fill, by: copy, from: newer',
      'request.up',
      `{${A}, body: newer}`,
      'ACreate of version 1.0 has no "newer" to fill from',
    ],
    [
      'fill, by: copy, from: older',
      'request.up',
      `{schema: A.newer}`,
      'only a part of a body can be filled from others',
    ],
    ['replace, from: 1, value: 2', 'request.up', `{${A}, body: older}`, 'ACreate of version 1.1 has no "older"'],
    ['refuse, status: 400, message: m', 'request.up', `{operations: [AGone]}`, 'version 1.1 has no operation AGone'],
    ['step, step: s, asks: q', 'request.up', `{operations: [AGone]}`, 'version 1.1 has no operation AGone'],
  ])('%s %s at %s', (rule, direction, at, subject) => {
    const kind = rule.split(',')[0];
    expect(() => check(`{rule: ${rule}, direction: ${direction}, at: ${at}, says: s}`)).toThrow(
      `OVERLAY_RULE: ${subject} (rule ${kind}, ${direction}, of the difference d). Correct the place, or remove the rule.`,
    );
  });
});
