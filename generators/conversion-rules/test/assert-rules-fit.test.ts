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
    ${only}Part: { type: object, properties: { size: { type: integer } } }
    Filters: { type: object, properties: { all: { type: array, items: { type: string } } } }
    Base: { type: object, properties: { ${only}InBase: { type: integer }, both: { type: integer } } }
    A:
      allOf:
        - $ref: '#/components/schemas/Base'
        - type: object
          properties:
            ${only}: { type: integer }
            part: { $ref: '#/components/schemas/${only}Part' }
            list: { type: array, items: { oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] } }
            map: { type: object, additionalProperties: { $ref: '#/components/schemas/A' } }
`) as never,
    ),
  );
const older = versionOf('1.0', 'older');
const newer = versionOf('1.1', 'newer');

const check = (rule: string) => {
  const action = {
    target: '$.a',
    remove: true,
    'x-lading-difference': 'd',
    'x-lading-conversion-rules': [parse(rule) as Json],
  };
  const content = { overlay: '1.0.0', info: { title: 't', version: '1' }, actions: [action] };
  assertRulesFit(conversionRulesOf(parseOverlay('o.yaml', content)), older, newer);
};
const A = 'operations: [ACreate]';

describe('a valid rule', () => {
  test.each([
    `{rule: default, value: 0, direction: request.upgrade, at: {${A}, body: newer}, description: s}`,
    `{rule: default, value: 0, direction: request.downgrade, at: {${A}, body: olderInBase}, description: s}`,
    `{rule: set, value: 0, direction: request.upgrade, at: {${A}, body: "list[].map{}.newer"}, description: s}`,
    `{rule: set, value: [], direction: request.upgrade, at: {${A}, query: newer, path: "all[]"}, description: s}`,
    `{rule: fill, by: copy, from: older, direction: request.upgrade, at: {${A}, body: newer}, description: s}`,
    `{rule: replace, from: 1, value: 2, direction: request.upgrade, at: {${A}, body: both}, description: s}`,
    `{rule: drop, direction: request.upgrade, at: {schema: A.older}, description: s}`,
    `{rule: default, value: 0, direction: request.upgrade, at: {schema: olderPart.size}, description: s}`,
    `{rule: drop, direction: request.upgrade, at: {schema: newerPart.size}, description: s}`,
    `{rule: drop, warning: w, direction: request.upgrade, at: {${A}, body: older}, description: s}`,
    `{rule: drop, direction: request.upgrade, at: {${A}, query: kind}, when: {"": unknown}, description: s}`,
    `{rule: drop, direction: request.upgrade, at: {${A}, header: x-older}, description: s}`,
    `{rule: refuse, status: 415, message: m, direction: request.upgrade, at: {${A}, header: content-type}, description: s}`,
    `{rule: set, value: application/json, direction: request.upgrade, at: {${A}, header: Content-Type}, description: s}`,
    `{rule: drop, direction: response.upgrade, at: {${A}, body: "Warnings[]"}, when: {"": [w]}, description: s}`,
    `{rule: warn, warning: w, direction: request.upgrade, at: {${A}, body: "list[].both"}, when: {older: [1]}, description: s}`,
    `{rule: refuse, status: 400, message: m, direction: request.upgrade, at: {${A}, body: map}, when: {"": several}, description: s}`,
    `{rule: refuse, status: 400, message: m, direction: request.upgrade, at: {${A}, query: newer, path: all}, description: s}`,
    `{rule: refuse, status: 501, message: m, direction: request.downgrade, at: {operations: [ANewer]}, description: s}`,
    `{rule: set, value: application/x-older, direction: response.downgrade, at: {operations: [AOlder], header: Content-Type}, description: s}`,
    `{rule: default, value: x, direction: response.upgrade, at: {${A}, header: X-Response-newer}, description: s}`,
    `{rule: hook, hook: s, question: q, direction: response.upgrade, at: {operations: [AOlder]}, description: s}`,
    `{rule: hook, hook: s, question: q, direction: response.upgrade, at: {operations: [ANewer]}, description: s}`,
  ])('%s', (rule) => expect(() => check(rule)).not.toThrow());
});

describe('an invalid rule', () => {
  test.each([
    ['drop', 'request.upgrade', `{operations: [AGone]}`, 'the rule drop needs a place in the message'],
    ['drop', 'request.upgrade', `{operations: [AGone], body: x}`, 'version 1.0 has no operation AGone'],
    ['drop', 'request.upgrade', `{${A}, body: newer}`, 'ACreate of version 1.0 has no "newer"'],
    ['drop', 'request.downgrade', `{${A}, body: "list.older"}`, 'ACreate of version 1.1 has no "list.older"'],
    ['drop', 'request.upgrade', `{${A}, body: constructor}`, 'ACreate of version 1.0 has no "constructor"'],
    ['drop', 'request.upgrade', `{${A}, query: newer}`, 'ACreate of version 1.0 has no query parameter newer'],
    ['drop', 'request.upgrade', `{${A}, query: older, path: some}`, 'ACreate of version 1.0 has no "some"'],
    ['drop', 'response.upgrade', `{${A}, query: older}`, 'a response has no query'],
    ['drop', 'request.upgrade', `{${A}, header: X-newer}`, 'ACreate of version 1.0 has no header X-newer'],
    [
      'drop',
      'response.upgrade',
      `{${A}, header: X-Response-newer}`,
      'ACreate of version 1.0 has no header X-Response-newer',
    ],
    ['drop', 'request.upgrade', `{operations: [AOlder], body: older}`, 'AOlder of version 1.0 has no such body'],
    ['drop', 'request.upgrade', `{schema: B.x}`, 'version 1.0 has no schema B'],
    ['drop', 'request.upgrade', `{schema: A.newer}`, 'A has no "newer"'],
    ['drop', 'request.upgrade', `{schema: A.older, operations: [AGone]}`, 'version 1.0 has no operation AGone'],
    ['drop, when: {"": unknown}', 'request.upgrade', `{${A}, body: both}`, '"both" is not an enum'],
    ['drop, when: {"": several}', 'request.upgrade', `{${A}, body: older}`, '"older" is neither an array nor a map'],
    [
      'drop, when: {gone: [1]}',
      'request.upgrade',
      `{${A}, body: "list[].older"}`,
      'ACreate of version 1.0 has no "gone" beside "list[].older"',
    ],
    [
      'drop, warning: w',
      'request.upgrade',
      `{schema: A.older}`,
      'a warning needs operations whose responses have Warnings',
    ],
    [
      'drop, warning: w',
      'response.upgrade',
      `{operations: [AOlder], body: older}`,
      'a warning is only possible for a request',
    ],
    [
      'warn, warning: w',
      'response.upgrade',
      `{operations: [AOlder], body: older}`,
      'a warning is only possible for a request',
    ],
    ['set, value: 1', 'request.upgrade', `{${A}, body: older}`, 'ACreate of version 1.1 has no "older"'],
    [
      'set, value: application/x-older',
      'request.upgrade',
      `{${A}, header: Content-Type}`,
      'ACreate of version 1.1 has no header Content-Type',
    ],
    [
      'set, value: application/x-older',
      'response.downgrade',
      `{${A}, header: Content-Type}`,
      'ACreate of version 1.0 has no header Content-Type',
    ],
    [
      'fill, by: copy, from: newer',
      'request.upgrade',
      `{${A}, body: newer}`,
      'ACreate of version 1.0 has no "newer" to fill from',
    ],
    [
      'fill, by: copy, from: older',
      'request.upgrade',
      `{schema: A.newer}`,
      'only a part of a body can be filled from others',
    ],
    ['replace, from: 1, value: 2', 'request.upgrade', `{${A}, body: older}`, 'ACreate of version 1.1 has no "older"'],
    [
      'refuse, status: 400, message: m',
      'request.upgrade',
      `{operations: [AGone]}`,
      'version 1.1 has no operation AGone',
    ],
    ['hook, hook: s, question: q', 'request.upgrade', `{operations: [AGone]}`, 'version 1.1 has no operation AGone'],
  ])('%s %s at %s', (rule, direction, at, subject) => {
    const kind = rule.split(',')[0];
    expect(() => check(`{rule: ${rule}, direction: ${direction}, at: ${at}, description: s}`)).toThrow(
      `OVERLAY_RULE: ${subject} (rule ${kind}, ${direction}, of the difference d). Correct the place, or remove the rule.`,
    );
  });
});
