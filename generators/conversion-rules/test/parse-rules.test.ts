/** Parsed conversion rules of an action, and the exact error messages of invalid ones. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json } from '../../document/index.js';
import { conversionPath } from '../../ir/index.js';
import { parseOverlay } from '../../overlay/index.js';
import { conversionRulesOf } from '../index.js';

const rulesOf = (action: string) =>
  conversionRulesOf(
    parseOverlay('o.yaml', {
      overlay: '1.0.0',
      info: { title: 'a title', version: '1' },
      actions: [{ target: '$.a', remove: true, ...(parse(action) as Record<string, Json>) }],
    }),
  );
const one = (rule: string) => rulesOf(`{x-lading-difference: d, x-lading-conversion-rules: [${rule}]}`)[0];

describe('a rule', () => {
  test.each([
    [
      '{rule: default, value: [], direction: response.upgrade, at: {operations: [A, B], body: "x[].y"}, description: s}',
      {
        rule: 'default',
        value: [],
        direction: 'response.upgrade',
        at: { in: 'body', operations: ['A', 'B'], path: 'x[].y' },
      },
    ],
    [
      '{rule: default, value: null, direction: response.upgrade, at: {schema: Task.Volumes}, description: s}',
      {
        rule: 'default',
        value: null,
        direction: 'response.upgrade',
        at: { in: 'schema', operations: [], schema: 'Task', path: 'Volumes' },
      },
    ],
    [
      '{rule: set, value: ["true"], direction: request.upgrade, at: {operations: [A], query: filters, path: all}, description: s}',
      {
        rule: 'set',
        value: ['true'],
        direction: 'request.upgrade',
        at: { in: 'query', operations: ['A'], name: 'filters', path: 'all' },
      },
    ],
    [
      '{rule: fill, by: first, from: "c[]. Ps", direction: response.downgrade, at: {operations: [A], body: "c[].P"}, description: s}',
      {
        rule: 'fill',
        by: 'first',
        from: 'c[]. Ps',
        direction: 'response.downgrade',
        at: { in: 'body', operations: ['A'], path: 'c[].P' },
      },
    ],
    [
      '{rule: replace, from: null, value: [], direction: response.upgrade, at: {operations: [A], body: ""}, description: s}',
      {
        rule: 'replace',
        from: null,
        value: [],
        direction: 'response.upgrade',
        at: { in: 'body', operations: ['A'], path: '' },
      },
    ],
    [
      '{rule: drop, direction: request.upgrade, at: {operations: [A], query: c}, when: {"": unknown, T: [x]}, description: s}',
      {
        rule: 'drop',
        direction: 'request.upgrade',
        at: { in: 'query', operations: ['A'], name: 'c', path: '' },
        when: [
          { of: '', is: 'unknown' },
          { of: 'T', is: ['x'] },
        ],
      },
    ],
    [
      '{rule: drop, warning: w, direction: request.upgrade, at: {operations: [A], body: "m{}.x"}, description: s}',
      {
        rule: 'drop',
        warning: 'w',
        direction: 'request.upgrade',
        at: { in: 'body', operations: ['A'], path: 'm{}.x' },
      },
    ],
    [
      '{rule: warn, warning: w, direction: request.upgrade, at: {operations: [A], header: X-A}, description: s}',
      {
        rule: 'warn',
        warning: 'w',
        direction: 'request.upgrade',
        at: { in: 'header', operations: ['A'], name: 'X-A' },
      },
    ],
    [
      '{rule: refuse, status: 400, message: m, direction: request.upgrade, at: {operations: [A]}, description: s}',
      {
        rule: 'refuse',
        status: 400,
        message: 'm',
        direction: 'request.upgrade',
        at: { in: 'operation', operations: ['A'] },
      },
    ],
    [
      '{rule: hook, hook: a-step, question: q?, direction: request.downgrade, at: {operations: [A]}, description: s}',
      {
        rule: 'hook',
        hook: 'a-step',
        question: 'q?',
        direction: 'request.downgrade',
        at: { in: 'operation', operations: ['A'] },
      },
    ],
  ])('%s', (given, wanted) => {
    expect(one(given)).toEqual({ difference: 'd', description: 's', when: [], ...wanted });
  });

  test('keeps its position', () => {
    const turn = (value: number) =>
      `{rule: set, value: ${value}, direction: request.upgrade, at: {operations: [A], body: x}, description: s}`;
    const rules = rulesOf(`{x-lading-difference: d, x-lading-conversion-rules: [${turn(2)}, ${turn(1)}]}`);
    expect(rules.map((rule) => (rule.rule === 'set' ? rule.value : 0))).toEqual([2, 1]);
  });

  test('is optional', () => expect(rulesOf('{x-lading-difference: d}')).toEqual([]));
});

describe('an invalid rule', () => {
  const AT = 'direction: request.upgrade, at: {operations: [A]}, description: s';
  const PLACE =
    'Write operations with body, query (and path), header or nothing, schema, only, or paths: {operations: [PetPrune], query: filters, path: all}.';
  const at = (place: string) =>
    `{rule: refuse, status: 400, message: m, direction: request.upgrade, description: s, at: ${place}}`;
  test.each([
    [
      '1',
      'a conversion rule must be an object (o.yaml#/actions/0/x-lading-conversion-rules/0). Give it direction, rule, at and description.',
    ],
    [
      '{}',
      'rule is missing (o.yaml#/actions/0/x-lading-conversion-rules/0). Write one of default, set, fill, replace, drop, warn, refuse, rename, convert, hook.',
    ],
    [
      `{rule: move, ${AT}}`,
      '"move" is not a valid rule of a conversion rule (o.yaml#/actions/0/x-lading-conversion-rules/0/rule). Write one of default, set, fill, replace, drop, warn, refuse, rename, convert, hook.',
    ],
    [
      '{rule: drop, direction: up, at: {operations: [A]}, description: s}',
      '"up" is not a valid direction of a conversion rule (o.yaml#/actions/0/x-lading-conversion-rules/0/direction). Write one of request.upgrade, request.downgrade, response.upgrade, response.downgrade.',
    ],
    [
      `{rule: drop, value: 1, ${AT}}`,
      '"value" is not a property of the rule drop (o.yaml#/actions/0/x-lading-conversion-rules/0). Use direction, rule, at, when, warning, description.',
    ],
    [
      `{rule: set, ${AT}}`,
      'a rule of the kind set lacks value (o.yaml#/actions/0/x-lading-conversion-rules/0). Write value.',
    ],
    [
      `{rule: fill, by: max, from: x, ${AT}}`,
      '"max" is not a valid by of a conversion rule (o.yaml#/actions/0/x-lading-conversion-rules/0/by). Write one of copy, sum, first, list.',
    ],
    [
      `{rule: refuse, status: 200, message: m, ${AT}}`,
      'the status of a refusal must be an error status (o.yaml#/actions/0/x-lading-conversion-rules/0/status). Write a number from 400 to 599.',
    ],
    [
      `{rule: hook, hook: "a(); b", question: q, ${AT}}`,
      '"a(); b" is not a valid name of a conversion hook (o.yaml#/actions/0/x-lading-conversion-rules/0/hook). Write lower-case words joined by hyphens.',
    ],
    [
      `{rule: drop, when: {x: often}, ${AT}}`,
      'the condition of "x" is neither an array of values nor present, absent, unknown, several (o.yaml#/actions/0/x-lading-conversion-rules/0/when). Write one of them.',
    ],
    [
      '{rule: drop, direction: request.upgrade, at: {operations: [A], body: x}}',
      'description must be a string that is not empty (o.yaml#/actions/0/x-lading-conversion-rules/0/description). Write description as one sentence or name.',
    ],
    [
      '{rule: drop, direction: [request.upgrade, request.upgrade], at: {operations: [A], body: x}, description: s}',
      'a direction is listed twice (o.yaml#/actions/0/x-lading-conversion-rules/0/direction). List each direction once.',
    ],
    [
      '{rule: drop, direction: [upwards], at: {operations: [A], body: x}, description: s}',
      '"upwards" is not a valid direction of a conversion rule (o.yaml#/actions/0/x-lading-conversion-rules/0/direction). Write one of request.upgrade, request.downgrade, response.upgrade, response.downgrade.',
    ],
    [at('A'), `at must be an object (o.yaml#/actions/0/x-lading-conversion-rules/0/at). ${PLACE}`],
    [at('{body: x}'), `the operations are missing (o.yaml#/actions/0/x-lading-conversion-rules/0/at). ${PLACE}`],
    [
      at('{operations: A}'),
      `operations must be an array of operation identifiers (o.yaml#/actions/0/x-lading-conversion-rules/0/at). ${PLACE}`,
    ],
    [
      at('{operations: [A], body: x, query: y}'),
      `a rule acts at one place, not at body and query (o.yaml#/actions/0/x-lading-conversion-rules/0/at). ${PLACE}`,
    ],
    [
      at('{operations: [A], path: y}'),
      `path belongs to query (o.yaml#/actions/0/x-lading-conversion-rules/0/at). ${PLACE}`,
    ],
    [
      at('{operations: [A], field: y}'),
      `"field" is not a property of a place (o.yaml#/actions/0/x-lading-conversion-rules/0/at). ${PLACE}`,
    ],
    [
      at('{operations: [A], body: "x..y[].[]"}'),
      `"x..y[].[]" is not a path; "x.y[][]" would be one (o.yaml#/actions/0/x-lading-conversion-rules/0/at). ${PLACE}`,
    ],
  ])('%s', (given, sentence) => {
    expect(() => one(given)).toThrow(`OVERLAY_RULE: ${sentence}`);
  });

  test.each([
    [
      '{x-lading-conversion-rules: {}}',
      'x-lading-conversion-rules must be an array (o.yaml#/actions/0/x-lading-conversion-rules). Write one item for each rule.',
    ],
    [
      `{x-lading-conversion-rules: [{rule: drop, ${AT}}]}`,
      'the action has conversion rules, but no x-lading-difference (o.yaml#/actions/0). Name the difference that they belong to.',
    ],
  ])('%s', (given, sentence) => expect(() => rulesOf(given)).toThrow(`OVERLAY_RULE: ${sentence}`));
});

test('a rule of several directions is one for each', () => {
  const rules = rulesOf(
    '{x-lading-difference: d, x-lading-conversion-rules: [{rule: convert, hook: h, question: q, direction: [request.upgrade, response.downgrade], at: {schema: A.b}, description: s}]}',
  );
  expect(rules.map(({ direction }) => direction)).toEqual(['request.upgrade', 'response.downgrade']);
});

test.each([
  ['', []],
  ['HostConfig.Mounts[].Type', ['HostConfig', 'Mounts', '[]', 'Type']],
  ['[].RepoTags', ['[]', 'RepoTags']],
  ['Map{}[].x', ['Map', '{}', '[]', 'x']],
  ['BuildCache[]. Parents', ['BuildCache', '[]', ' Parents']],
])('the path %j is parsed', (path, segments) => expect(conversionPath(path)).toEqual(segments));
