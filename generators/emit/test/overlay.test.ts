/** What follows from the shapes of two versions, what they leave undecided, and how rules, steps and data are written down. */
import { describe, expect, it } from 'vitest';
import { type JsonObject, documentOf } from '../../document/index.js';
import { operationsOfRule, rulesByOperation } from '../../conversion-rules/index.js';
import type { StepRule, VersionStep, ConversionRule } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { printModule } from '../../write/print/index.js';
import { overlayPackage } from '../overlay/index.js';

type Members = Readonly<Record<string, JsonObject>>;

interface Box {
  /** Members of the body of BoxMake. */
  readonly asks?: Members;
  /** Members of its answer. */
  readonly tells?: Members;
  /** Names of those that are always there. */
  readonly always?: readonly string[];
  readonly query?: Members;
  readonly headers?: Members;
  /** Further operations. */
  readonly more?: readonly string[];
}

const record = (members: Members, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  // An object without any named member would be a map.
  properties: { Id: { type: 'string' }, ...members },
  required: [...required].filter((name) => Object.hasOwn(members, name)),
});

function documentWith(
  version: string,
  { asks = {}, tells = {}, always, query = {}, headers = {}, more = [] }: Box,
): JsonObject {
  const ok = { description: 'Done.' };
  const content = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
  const parameters = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema }));
  const sent = Object.fromEntries(Object.entries(headers).map(([name, schema]) => [name, { schema }]));
  const others = more.map((id) => [`/${id}`, { get: { operationId: id, tags: ['Box'], responses: { '204': ok } } }]);
  return {
    openapi: '3.1.0',
    info: { title: 'Boxes', version },
    tags: [{ name: 'Box' }],
    paths: {
      '/make': {
        post: {
          operationId: 'BoxMake',
          tags: ['Box'],
          parameters,
          requestBody: content({ $ref: '#/components/schemas/Asked' }),
          responses: { '200': { ...ok, headers: sent, ...content({ $ref: '#/components/schemas/Told' }) } },
        },
      },
      ...(Object.fromEntries(others) as JsonObject),
    },
    components: { schemas: { Asked: record(asks), Told: record(tells, always) } },
  };
}

const apiOf = (document: JsonObject) => normalize(documentOf('api.yaml', document));

function stepOf(older: Box, newer: Box, rules: readonly ConversionRule[] = [], differences: readonly string[] = []) {
  const apis = { older: apiOf(documentWith('1.0', older)), newer: apiOf(documentWith('2.0', newer)) };
  const told = differences.map((id) => ({ id, says: [`${id} is so.`], members: ['Asked.new', 'Told.new'] }));
  return { version: '1.0', ...apis, rules, differences: told };
}

function withOperations(step: VersionStep) {
  const operationsOf = (rule: StepRule) => operationsOfRule(rule, step);
  return { ...step, operations: rulesByOperation(step), operationsOf };
}

/** By direction: `rule place`, in order. */
function ruled(older: Box, newer: Box, rules: readonly ConversionRule[] = []) {
  const [found] = rulesByOperation(stepOf(older, newer, rules)).filter(({ id }) => id === 'BoxMake');
  return Object.fromEntries(
    Object.entries(found?.rules ?? {}).flatMap(([direction, list]) =>
      list.length === 0
        ? []
        : [
            [
              direction,
              list.map(
                ({ rule, at }) =>
                  `${rule} ${at.body ?? at.header ?? `?${at.query ?? ''}`}${at.path ? ` ${at.path}` : ''}`,
              ),
            ],
          ],
    ),
  );
}

const text = { type: 'string' };
const maybe = { type: ['string', 'null'] };
const dropped = (body: string): ConversionRule => ({
  difference: 'd',
  direction: 'request.down',
  rule: 'drop',
  at: { in: 'body', operations: ['BoxMake'], path: body },
  when: [],
  says: 'It goes.',
});

describe('what follows from shapes', () => {
  it.each<readonly [string, Box, Box, readonly ConversionRule[], object]>([
    ['nothing differs', { asks: { a: text } }, { asks: { a: text } }, [], {}],
    [
      'a member that only newer requests have',
      {},
      { asks: { new: text } },
      [dropped('new')],
      { 'request.up': ['drop new'], 'request.down': ['drop new', 'drop new'] },
    ],
    ['a member that only older requests have', { asks: { old: text } }, {}, [], {}],
    ['a member that only newer answers have', {}, { tells: { new: text } }, [], { 'response.down': ['drop new'] }],
    ['a member that only older answers have', { tells: { old: text } }, {}, [], { 'response.up': ['drop old'] }],
    [
      'null that only newer answers have',
      { tells: { a: text } },
      { tells: { a: maybe } },
      [],
      { 'response.down': ['drop a'] },
    ],
    ['null in requests', { asks: { a: text } }, { asks: { a: maybe } }, [], {}],
    [
      'within lists and maps',
      { tells: { l: { type: 'array', items: record({}) } } },
      { tells: { l: { type: 'array', items: record({ m: { type: 'object', additionalProperties: text } }) } } },
      [],
      { 'response.down': ['drop l[].m'] },
    ],
    ['a header', {}, { headers: { 'X-New': text } }, [], { 'response.down': ['drop X-New'] }],
    [
      'a rule about the very place decides it',
      {},
      { query: { new: text } },
      [
        { ...dropped(''), at: { in: 'query', operations: ['BoxMake'], name: 'new', path: '' } },
        {
          ...dropped(''),
          direction: 'request.up',
          rule: 'set',
          value: 'x',
          at: { in: 'query', operations: ['BoxMake'], name: 'new', path: '' },
        },
      ],
      { 'request.up': ['set ?new'], 'request.down': ['drop ?new', 'drop ?new'] },
    ],
    [
      'a value more in an answer',
      { tells: { a: { enum: ['x'], type: 'string' } } },
      { tells: { a: { enum: ['x', 'y'], type: 'string' } } },
      [],
      {},
    ],
  ])('%s', (_about, older, newer, rules, wanted) => expect(ruled(older, newer, rules)).toEqual(wanted));
});

describe('what is undecided', () => {
  it.each<readonly [string, Box, Box, string]>([
    [
      'only newer requests have it',
      {},
      { asks: { new: text } },
      'only the newer version accepts it: new (the overlay of version 1.0, BoxMake, request.down)',
    ],
    [
      'newer answers always have it',
      {},
      { tells: { new: text }, always: ['new'] },
      'the other version always has it: new (the overlay of version 1.0, BoxMake, response.up)',
    ],
    [
      'older answers always have it',
      { tells: { old: text }, always: ['old'] },
      {},
      'the other version always has it: old (the overlay of version 1.0, BoxMake, response.down)',
    ],
    [
      'older answers always have what newer ones may lack',
      { tells: { a: text }, always: ['a'] },
      { tells: { a: text } },
      'the other version always has it: a (the overlay of version 1.0, BoxMake, response.down)',
    ],
    [
      'null where the older one always has a value',
      { tells: { a: text }, always: ['a'] },
      { tells: { a: maybe }, always: ['a'] },
      'the other version never has null for it: a (the overlay of version 1.0, BoxMake, response.down)',
    ],
    [
      'a value more in a request',
      { asks: { a: { type: 'string', enum: ['x'] } } },
      { asks: { a: { type: 'string', enum: ['x', 'y'] } } },
      'the other version does not have all of its values: a (the overlay of version 1.0, BoxMake, request.down)',
    ],
    [
      'another kind of value',
      { tells: { a: text } },
      { tells: { a: { type: 'boolean' } } },
      'the versions have different kinds of values: a (the overlay of version 1.0, BoxMake, response.up)',
    ],
    [
      'a parameter',
      {},
      { query: { new: text } },
      'only the newer version accepts it: new (the overlay of version 1.0, BoxMake, request.down)',
    ],
  ])('%s', (_about, older, newer, message) => {
    expect(() => ruled(older, newer)).toThrow(`OVERLAY_UNDECIDED: ${message}`);
  });

  it('a rule about the place, or one that takes all around it away, decides', () => {
    const newer = { asks: { a: record({ new: text }) } };
    expect(() => ruled({ asks: { a: record({}) } }, newer, [dropped('a.new')])).not.toThrow();
    expect(() => ruled({ asks: { a: record({}) } }, newer, [dropped('a')])).not.toThrow();
    expect(() => ruled({ asks: { a: record({}) } }, newer, [dropped('a.b')])).toThrow('OVERLAY_UNDECIDED');
    const warn: ConversionRule = { ...dropped('a'), rule: 'warn', warning: 'w' };
    expect(() => ruled({ asks: { a: record({}) } }, newer, [warn])).toThrow('OVERLAY_UNDECIDED');
  });
});

it('an operation that only one version has is no page for the other', () => {
  const rules = rulesByOperation(stepOf({ more: ['BoxOld'] }, { more: ['BoxNew'] }));
  expect(
    rules.map(({ id, rules: of }) => [
      id,
      of['request.up'].map(({ parts }) => parts),
      of['request.down'].map(({ parts }) => parts),
    ]),
  ).toEqual([
    ['BoxNew', [], [{ status: 404, message: 'page not found' }]],
    ['BoxOld', [{ status: 404, message: 'page not found' }], []],
  ]);
});

describe('the package', () => {
  const evil = "*/ }; alert('x'); //";
  const step: ConversionRule = {
    difference: evil,
    direction: 'request.down',
    rule: 'step',
    at: { in: 'body', operations: ['BoxMake'], path: 'new' },
    when: [],
    step: 'look-it-up',
    asks: `What is ${evil}?`,
    says: `It is ${evil}.`,
  };
  const types = {
    package: '@x/types',
    text: () => 'unknown',
    part: () => ({ name: 'Body', home: { package: '@x/types', path: '' } }),
    origin: () => undefined,
  };
  const input = {
    ...withOperations(stepOf({}, { asks: { new: text } }, [step], [evil])),
    changes: [],
    types: { older: types, newer: types },
  };
  const made = overlayPackage(input, { naming: { scope: '@x' } });
  const files = new Map(
    [
      ...made.modules.map((module) => printModule(module, { head: ['Generated.'], folder: made.folder })),
      ...made.files,
    ].map(({ path, text: content }) => [path.replace(`${made.folder}/`, ''), content]),
  );

  it('holds these files', () => {
    expect([...files.keys()].sort()).toEqual([
      'README.md',
      'gen/bridges.ts',
      'gen/changes.ts',
      'gen/conversions.ts',
      'gen/differences.ts',
      'gen/index.ts',
      'gen/rules.ts',
      'gen/rules/box.ts',
      'gen/steps.ts',
      'package.json',
      'tsconfig.json',
    ]);
  });

  it('asks for each step by name, so that a missing one does not compile', () => {
    expect(files.get('gen/steps.ts')).toContain('export interface OlderClientSteps {}');
    expect(files.get('gen/steps.ts')).toContain('  readonly lookItUp: Step;');
    expect(files.get('gen/bridges.ts')).toContain("      'look-it-up': steps.lookItUp,");
  });

  it('takes words of an overlay for words', () => {
    for (const [path, content] of files) {
      const code = content
        .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g, '')
        .replace(/\/\*[\s\S]*?\*\//g, '');
      if (path.endsWith('.ts')) expect(code, path).not.toContain('alert');
    }
  });
});
