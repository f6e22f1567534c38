/**
 * Conversion rules derived from the schemas of two versions, undecided differences, and the emitted rules, steps and
 * data.
 */
import { describe, expect, it } from 'vitest';
import type { LadingError, Problem } from '../../diagnostics/index.js';
import { type JsonObject, documentOf } from '../../document/index.js';
import {
  convertedValueOf,
  itemsOf,
  operationsOfRules,
  rulesByOperation,
  undecidedOf,
} from '../../conversion-rules/index.js';
import type { ConversionRule, ConvertRule, PlacedRule, VersionStep } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { printModule } from '../../write/print/index.js';
import { packageFilesOf, packageFolder, packageName } from '../../code/index.js';
import { emitEntry, type EntryInput } from '../conversions/emit-entry.js';
import { manifestOf } from '../conversions/manifest.js';

type Properties = Readonly<Record<string, JsonObject>>;

interface Box {
  /** The properties of the request body of BoxMake. */
  readonly request?: Properties;
  /** The properties of its response. */
  readonly response?: Properties;
  /** The names of its required properties. */
  readonly always?: readonly string[];
  readonly query?: Properties;
  readonly headers?: Properties;
  /** Further operations. */
  readonly more?: readonly string[];
}

const record = (properties: Properties, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  // An object without any named member would be a map.
  properties: { Id: { type: 'string' }, ...properties },
  required: [...required].filter((name) => Object.hasOwn(properties, name)),
});

function documentWith(
  version: string,
  { request = {}, response = {}, always, query = {}, headers = {}, more = [] }: Box,
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
          requestBody: content({ $ref: '#/components/schemas/Request' }),
          responses: { '200': { ...ok, headers: sent, ...content({ $ref: '#/components/schemas/Response' }) } },
        },
      },
      ...(Object.fromEntries(others) as JsonObject),
    },
    components: { schemas: { Request: record(request), Response: record(response, always) } },
  };
}

const apiOf = (document: JsonObject) => normalize(documentOf('api.yaml', document));

function stepOf(older: Box, newer: Box, rules: readonly ConversionRule[] = [], differences: readonly string[] = []) {
  const apis = { older: apiOf(documentWith('1.0', older)), newer: apiOf(documentWith('2.0', newer)) };
  const named = differences.map((id) => ({
    id,
    descriptions: [`${id} is so.`],
    effects: [],
    properties: ['Request.new', 'Response.new'],
  }));
  return { version: '1.0', ...apis, rules, differences: named };
}

function withOperations(step: VersionStep) {
  const operationsOf = operationsOfRules(step);
  const convertedBy = (rule: ConvertRule) => convertedValueOf(rule, step.older, step.newer);
  return { ...step, operations: rulesByOperation(step), operationsOf, convertedBy };
}

/** Returns the rules of each direction in order, as `rule place`. */
function ruled(older: Box, newer: Box, rules: readonly ConversionRule[] = [], ignoresUnknown = false) {
  const [found] = rulesByOperation({ ...stepOf(older, newer, rules), ignoresUnknown }).filter(
    ({ id }) => id === 'BoxMake',
  );
  return Object.fromEntries(
    Object.entries(found?.rules ?? {}).flatMap(([direction, list]) =>
      list.length === 0
        ? []
        : [
            [
              direction,
              list.map(
                ({ rule, at, parts }) =>
                  `${rule} ${at.body ?? at.header ?? `?${at.query ?? ''}`}${at.path ? ` ${at.path}` : ''}${parts['loss'] ? ' (reported)' : ''}`,
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
  direction: 'request.downgrade',
  rule: 'drop',
  at: { in: 'body', operations: ['BoxMake'], path: body },
  when: [],
  description: 'It goes.',
});

describe('rules derived from schemas', () => {
  it.each<readonly [string, Box, Box, readonly ConversionRule[], object]>([
    ['nothing differs', { request: { a: text } }, { request: { a: text } }, [], {}],
    [
      'a property that only newer requests have',
      {},
      { request: { new: text } },
      [dropped('new')],
      { 'request.upgrade': ['drop new'], 'request.downgrade': ['drop new (reported)', 'drop new'] },
    ],
    [
      'a property that only older requests have',
      { request: { old: text } },
      {},
      [],
      { 'request.upgrade': ['drop old (reported)'] },
    ],
    [
      'a parameter and a property that only older requests have, after a rule that reads the property',
      { request: { old: text }, query: { old: text } },
      { request: { new: text } },
      [dropped('new'), { ...dropped('new'), direction: 'request.upgrade', rule: 'fill', by: 'copy', from: 'old' }],
      {
        'request.upgrade': ['fill new', 'drop old', 'drop ?old (reported)'],
        'request.downgrade': ['drop new (reported)', 'drop new'],
      },
    ],
    [
      'a property that only older requests have, and a rule that passes it on',
      { request: { old: text } },
      {},
      [{ ...dropped('old'), direction: 'request.upgrade', rule: 'warn', warning: 'It has no effect.' }],
      { 'request.upgrade': ['warn old'] },
    ],
    [
      'a property that only newer responses have',
      {},
      { response: { new: text } },
      [],
      { 'response.downgrade': ['drop new'] },
    ],
    [
      'a property that only newer responses have, and a rule that says when it goes',
      {},
      { response: { new: text } },
      [{ ...dropped('new'), direction: 'response.downgrade', when: [{ of: '', is: [null] }] }],
      { 'response.downgrade': ['drop new'] },
    ],
    [
      'a property that only older responses have',
      { response: { old: text } },
      {},
      [],
      { 'response.upgrade': ['drop old'] },
    ],
    [
      'null that only newer responses have',
      { response: { a: text } },
      { response: { a: maybe } },
      [],
      { 'response.downgrade': ['drop a'] },
    ],
    ['null in requests', { request: { a: text } }, { request: { a: maybe } }, [], {}],
    [
      'in arrays and maps',
      { response: { l: { type: 'array', items: record({}) } } },
      { response: { l: { type: 'array', items: record({ m: { type: 'object', additionalProperties: text } }) } } },
      [],
      { 'response.downgrade': ['drop l[].m'] },
    ],
    ['a header', {}, { headers: { 'X-New': text } }, [], { 'response.downgrade': ['drop X-New'] }],
    [
      'a rule about the same place',
      {},
      { query: { new: text } },
      [
        { ...dropped(''), at: { in: 'query', operations: ['BoxMake'], name: 'new', path: '' } },
        {
          ...dropped(''),
          direction: 'request.upgrade',
          rule: 'set',
          value: 'x',
          at: { in: 'query', operations: ['BoxMake'], name: 'new', path: '' },
        },
      ],
      { 'request.upgrade': ['set ?new'], 'request.downgrade': ['drop ?new (reported)', 'drop ?new'] },
    ],
    [
      'another value of an open enum in a response',
      { response: { a: { anyOf: [{ enum: ['x'], type: 'string' }, text] } } },
      { response: { a: { anyOf: [{ enum: ['x', 'y'], type: 'string' }, text] } } },
      [],
      {},
    ],
  ])('%s', (_about, older, newer, rules, wanted) => expect(ruled(older, newer, rules)).toEqual(wanted));
});

it('keeps a property that only older requests have where servers ignore what they do not know', () => {
  expect(ruled({ request: { old: text } }, {}, [], true)).toEqual({});
});

const inner = { $ref: '#/components/schemas/Request' };

describe('an undecided difference', () => {
  it.each<readonly [string, Box, Box, string]>([
    [
      'only newer requests have it',
      {},
      { request: { new: text } },
      'Request.new: only the newer version accepts it (request.downgrade, BoxMake); at: { schema: Request.new }, rule: default, set, fill, replace, drop, refuse, convert or hook',
    ],
    [
      'newer responses have more enum values',
      { response: { state: { enum: ['on'] } } },
      { response: { state: { enum: ['on', 'off'] } } },
      'Response.state: the other version does not have all of its values (response.downgrade, BoxMake); ' +
        "at: { schema: Response.state }, rule: set (`when: { '': unknown }`), replace, drop, refuse, convert or hook",
    ],
    [
      'newer responses always have it',
      {},
      { response: { new: text }, always: ['new'] },
      'Response.new: the other version always has it (response.upgrade, BoxMake); at: { schema: Response.new }, rule: default, set, fill, replace, drop, refuse, convert or hook',
    ],
    [
      'older responses always have it',
      { response: { old: text }, always: ['old'] },
      {},
      'Response.old: the other version always has it (response.downgrade, BoxMake); at: { schema: Response.old }, rule: default, set, fill, replace, drop, refuse, convert or hook',
    ],
    [
      'older responses always have a property that newer ones may lack',
      { response: { a: text }, always: ['a'] },
      { response: { a: text } },
      'Response.a: the other version always has it (response.downgrade, BoxMake); at: { schema: Response.a }, rule: default, set, fill, replace, drop, refuse, convert or hook',
    ],
    [
      'null where the older one always has a value',
      { response: { a: text }, always: ['a'] },
      { response: { a: maybe }, always: ['a'] },
      'Response.a: the other version never has null for it (response.downgrade, BoxMake); at: { schema: Response.a }, rule: default, set, fill, replace, drop, refuse, convert or hook',
    ],
    [
      'another enum value in a request',
      { request: { a: { type: 'string', enum: ['x'] } } },
      { request: { a: { type: 'string', enum: ['x', 'y'] } } },
      'Request.a: the other version does not have all of its values (request.downgrade, BoxMake); at: { schema: Request.a }',
    ],
    [
      'another kind of value',
      { response: { a: text } },
      { response: { a: { type: 'boolean' } } },
      'Response.a: the versions have different kinds of values (response.upgrade and response.downgrade, BoxMake); at: { schema: Response.a }, rule: default, set, fill, replace, drop, refuse, convert or hook',
    ],
    [
      'an array of a schema in the place of the schema, which other properties have as before',
      { response: { a: inner, b: inner } },
      { response: { a: { type: 'array', items: inner }, b: inner } },
      'Response.a: the versions have different kinds of values (response.upgrade and response.downgrade, BoxMake); at: { schema: Response.a }, rule: default, set, fill, replace, drop, refuse, convert or hook',
    ],
    [
      'a parameter',
      {},
      { query: { new: text } },
      'query new: only the newer version accepts it (request.downgrade, BoxMake); at: { operations: [BoxMake], query: new }',
    ],
  ])('%s', (_about, older, newer, message) => {
    expect(() => ruled(older, newer)).toThrow(`\n  - ${message}`);
  });

  it('is reported with all others, once for each property of a schema', () => {
    const state = (...values: readonly string[]) => ({ type: 'string', enum: [...values] });
    const more = { request: { size: text }, response: { state: state('on', 'off'), size: text }, always: ['size'] };
    let problem: Problem | undefined;
    try {
      ruled({ response: { state: state('on') } }, more);
    } catch (error) {
      problem = (error as LadingError).problem;
    }
    expect(problem).toMatchObject({
      code: 'OVERLAY_UNDECIDED',
      subject: '3 differences are undecided',
      place: 'the overlay of version 1.0',
      items: [
        { places: ['Request.size'], directions: ['request.downgrade'], at: ['{ schema: Request.size }'] },
        { places: ['Response.state'], directions: ['response.downgrade'], operations: ['BoxMake'] },
        { places: ['Response.size'], directions: ['response.upgrade'] },
      ],
    });
  });

  it('is one item for all directions of a place', () => {
    const step = stepOf({ response: { a: text } }, { response: { a: { type: 'boolean' } } });
    expect(itemsOf(undecidedOf(step))).toMatchObject([
      {
        subject: 'Response.a: the versions have different kinds of values',
        place: 'response.upgrade and response.downgrade, BoxMake',
        directions: ['response.upgrade', 'response.downgrade'],
        at: ['{ schema: Response.a }'],
      },
    ]);
  });

  it.each<readonly [string, ConversionRule['at']]>([
    ['body', { in: 'body', operations: ['BoxMake'], path: 'state' }],
    ['schema', { in: 'schema', operations: [], schema: 'Response', path: 'state' }],
    ['header', { in: 'header', operations: ['BoxMake'], name: 'X-State' }],
  ])('of enum values is decided for all that the other version does not have: %s', (place, at) => {
    const [a, b]: readonly JsonObject[] = [{ enum: ['on'] }, { enum: ['on', 'ready', 'off'] }];
    const boxOf = (state: JsonObject): Box =>
      place === 'header' ? { headers: { 'X-State': state } } : { response: { state } };
    const rule: ConversionRule = {
      difference: 'd',
      direction: 'response.downgrade',
      rule: 'set',
      value: 'on',
      at,
      when: [{ of: '', is: 'unknown' }],
      description: 'Older clients see it as on.',
    };
    const [box] = rulesByOperation(stepOf(boxOf(a ?? {}), boxOf(b ?? {}), [rule]));
    expect(box?.rules['response.downgrade'].map(({ when }) => when)).toEqual([[{ of: '', not: ['on'] }]]);
  });

  it('is decided by a rule about the place, or one that drops what contains it', () => {
    const newer = { request: { a: record({ new: text }) } };
    expect(() => ruled({ request: { a: record({}) } }, newer, [dropped('a.new')])).not.toThrow();
    expect(() => ruled({ request: { a: record({}) } }, newer, [dropped('a')])).not.toThrow();
    expect(() => ruled({ request: { a: record({}) } }, newer, [dropped('a.b')])).toThrow('OVERLAY_UNDECIDED');
    const warn: ConversionRule = { ...dropped('a'), rule: 'warn', warning: 'w' };
    expect(() => ruled({ request: { a: record({}) } }, newer, [warn])).toThrow('OVERLAY_UNDECIDED');
  });
});

it('an operation that only one version has gives 404 in the other', () => {
  const rules = rulesByOperation(stepOf({ more: ['BoxOld'] }, { more: ['BoxNew'] }));
  expect(
    rules.map(({ id, rules: of }) => [
      id,
      of['request.upgrade'].map(({ parts }) => parts),
      of['request.downgrade'].map(({ parts }) => parts),
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
    direction: 'request.downgrade',
    rule: 'hook',
    at: { in: 'body', operations: ['BoxMake'], path: 'new' },
    when: [],
    hook: 'look-it-up',
    question: `What is ${evil}?`,
    description: `It is ${evil}.`,
  };
  const types = {
    package: '@x/types',
    text: () => 'unknown',
    part: () => ({ name: 'Body', home: { package: '@x/types', path: '' } }),
    origin: () => undefined,
  };
  const input = {
    ...withOperations(stepOf({}, { request: { new: text } }, [step], [evil])),
    changes: [],
    types: { older: types, newer: types },
  };
  const filesOf = (more: Partial<EntryInput> = {}) => {
    const [naming, whole] = [{ scope: '@x' }, { ...input, ...more }];
    const home = { package: packageName(naming, 'conversion', whole.version), folder: 'gen' };
    const generated = emitEntry(whole, home);
    const folder = packageFolder('conversion', whole.version);
    const modules = generated.modules.map((module) => printModule(module, { head: ['Generated.'], folder }));
    const { older, newer, version } = whole;
    const needs = [older, newer].map((api) => ({ kind: 'types', version: api.version }));
    const context = {
      kind: 'conversion',
      naming,
      api: { title: newer.title, version },
      needs,
      isCode: true,
      hasData: false,
    };
    return new Map(
      [...modules, ...packageFilesOf(manifestOf(generated, whole, naming), context)].map(({ path, text: content }) => [
        path.replace(`${folder}/`, ''),
        content,
      ]),
    );
  };
  const files = filesOf();

  it('contains these files', () => {
    expect([...files.keys()].sort()).toEqual([
      'README.md',
      'gen/changes.ts',
      'gen/clients.ts',
      'gen/conversions.ts',
      'gen/index.ts',
      'gen/rules/box.ts',
      'package.json',
      'tsconfig.json',
    ]);
  });

  const added = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`new${index}`, text]));

  it('has long lists of rules that several operations have in common once', () => {
    const boxes = (properties: Properties) => ({
      a: record(properties),
      b: { type: 'array', items: record(properties) },
    });
    const { older, newer, ...rest } = stepOf({ response: boxes({}) }, { response: boxes(added) });
    const twice = (api: typeof older) => {
      const copies = api.operations.map((operation) => ({ ...operation, id: 'BoxCopy' }));
      return { ...api, operations: [...api.operations, ...copies] };
    };
    const shared = filesOf(withOperations({ older: twice(older), newer: twice(newer), ...rest }));
    const rules = shared.get('gen/rules/box.ts') ?? '';
    expect(rules.match(/downgrade: boxMakeResponseDowngrade,/g)).toHaveLength(2);
    expect(rules).not.toContain('new29');
    const module = shared.get('gen/shared-rules.ts');
    expect(module?.match(/new\d+: \{ rules: \[drop\] \}/g)).toHaveLength(30);
    expect(module).toContain("inside: { a: a, 'b[]': a }");
  });

  const placed = (body: string, more: Partial<PlacedRule> = {}): PlacedRule => ({
    operation: 'BoxMake',
    direction: 'response.downgrade',
    description: 'Not in that version.',
    at: { body },
    when: [],
    rule: 'drop',
    parts: {},
    ...more,
  });
  const loop = { recursion: [{ at: 'a.box.in', like: 'a' }] };

  it.each<[what: string, isTree: boolean, rules: readonly PlacedRule[]]>([
    ['rules about values of their own', true, [placed('b'), placed('a.b', { rule: 'default' }), placed('a.c')]],
    ['a rule about a value before those inside it', true, [placed('a'), placed('a.b')]],
    ['a rule inside a value before that about the value', false, [placed('a.b'), placed('a')]],
    ['a condition on the value itself', true, [placed('a', { when: [{ of: '', is: ['x'] }] })]],
    ['a condition on a property beside it', false, [placed('a', { when: [{ of: 'b', is: 'present' }] })]],
    ['a value that is moved', false, [placed('a', { rule: 'rename', parts: { from: 'b' } })]],
    ['a value that is filled from another', false, [placed('a', { rule: 'fill', parts: { by: 'copy', from: 'b' } })]],
    ['a conversion hook', false, [placed('a', { rule: 'hook', parts: { hook: 'h' } })]],
    ['a query parameter', false, [placed('a', { at: { query: 'a' } })]],
    ['a message with the value', true, [placed('a', { rule: 'refuse', parts: { status: 400, message: 'No {}.' } })]],
    ['a message with a property', false, [placed('a', { rule: 'refuse', parts: { status: 400, message: 'No {B}.' } })]],
    ['values of a map, some by name', false, [placed('a{}'), placed('a.b')]],
    ['names that differ in case', false, [placed('a.b'), placed('a.B')]],
    ['recursion', true, [placed('a.b', loop), placed('a.c.d', loop)]],
    ['recursion of some rules in a schema', false, [placed('a.b', loop), placed('a.c')]],
    ['a rule around the place of a recursion', false, [placed('a.b', loop), placed('a.box', loop)]],
    ['a rule at the place of a recursion', false, [placed('a.b', loop), placed('a.box.in', loop)]],
    ['a rule inside the place of a recursion', false, [placed('a.b', loop), placed('a.box.in.c', loop)]],
    ['a rule around a schema with a recursion', true, [placed('a'), placed('a.b', loop)]],
  ])('has long lists by place where their order does not matter: %s', (_what, isTree, rules) => {
    const all = [...Array.from({ length: 30 }, (_, index) => placed(`new${index}`)), ...rules];
    const { older, newer, operations, ...rest } = withOperations(stepOf({}, { response: { new: text } }));
    const changed = operations.map((operation) => ({
      ...operation,
      rules: { ...operation.rules, 'response.downgrade': all },
    }));
    expect(filesOf({ ...rest, older, newer, operations: changed }).has('gen/shared-rules.ts')).toBe(isTree);
  });

  it('requires each step by name, so that a missing one does not compile', () => {
    expect(files.get('gen/clients.ts')).toContain('export interface OlderClientHooks {}');
    expect(files.get('gen/clients.ts')).toContain('  readonly lookItUp: Hook;');
    expect(files.get('gen/clients.ts')).toContain("      'look-it-up': hooks.lookItUp,");
  });

  it('exports both conversions, which take the hooks where there are no default ones', () => {
    expect(files.get('gen/clients.ts')).toContain('olderClients(hooks?: Partial<OlderClientHooks>): Conversion');
    expect(files.get('gen/clients.ts')).toContain('newerClients(hooks: NewerClientHooks): Conversion');
    expect(files.get('gen/index.ts')).toMatch(/newerClients,\s+newerClientsWith,\s+olderClients,/);
  });

  it('takes default hooks from a package', () => {
    const withHooks = filesOf({ hooks: { package: '@x/hooks', version: '^2.0.0' } });
    expect(withHooks.get('gen/clients.ts')).toContain("import { lookItUp } from '@x/hooks';");
    expect(withHooks.get('gen/clients.ts')).toContain('    lookItUp: lookItUp(),\n    ...hooks,');
    expect(withHooks.get('gen/index.ts')).toMatch(/newerClients,\s+newerClientsWith,\s+olderClients,/);
    expect(JSON.parse(withHooks.get('package.json') ?? '')).toMatchObject({ dependencies: { '@x/hooks': '^2.0.0' } });
    expect(withHooks.get('README.md')).toContain('those of `@x/hooks`; replace');
  });

  const unhooked = withOperations(stepOf({}, { response: { new: text } }));

  it('is complete without default hooks if none is needed', () => {
    const complete = filesOf(unhooked);
    expect(complete.get('gen/clients.ts')).toContain('olderClientsWith({\n    ...hooks,');
    expect(complete.get('gen/index.ts')).toMatch(/newerClients,\s+newerClientsWith,\s+olderClients,/);
    expect(complete.get('README.md')).toContain('where rules cannot. None is needed between these versions.');
  });

  it('depends on the package of the default hooks only if a hook is needed', () => {
    const hooks = { package: '@x/hooks', version: '^2.0.0' };
    expect(filesOf({ ...unhooked, hooks }).get('package.json')).not.toContain('@x/hooks');
  });

  it('never emits texts of an overlay as code', () => {
    for (const [path, content] of [...files, ...filesOf({ hooks: { package: '@x/hooks', version: '1' } })]) {
      const code = content
        .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g, '')
        .replace(/\/\*[\s\S]*?\*\//g, '');
      if (path.endsWith('.ts')) expect(code, path).not.toContain('alert');
    }
  });
});
