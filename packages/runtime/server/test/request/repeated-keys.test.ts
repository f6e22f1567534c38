/** Bodies with a property that is given more than once: the handler receives the value that an engine would read. */
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import {
  type Schema,
  any,
  boolean,
  integer,
  arrayOf,
  mapOf,
  nullable,
  optional,
  object,
  ref,
  string,
  unionOf,
} from '@lading/runtime-wire';
import { createEngineServer, type Call, type Contract } from '../../src/index.js';
import { request, textOf } from '../server/request.js';

const mount: Schema = object({
  Type: optional(nullable(string)),
  Source: optional(nullable(string)),
  ReadOnly: optional(nullable(boolean)),
  BindOptions: optional(nullable(object({ Propagation: optional(nullable(string)) }))),
});
const hostConfig: Schema = object({
  Privileged: optional(nullable(boolean)),
  Binds: optional(nullable(arrayOf(string))),
  Mounts: optional(nullable(arrayOf(mount))),
  CapAdd: optional(nullable(arrayOf(string))),
  ShmSize: optional(nullable(integer())),
  PidsLimit: optional(nullable(integer())),
  ConsoleSize: optional(nullable(arrayOf(integer(), { min: 2, max: 2 }))),
  LogConfig: optional(nullable(object({ Type: optional(string), Config: optional(nullable(mapOf(string))) }))),
  Sysctls: optional(nullable(mapOf(nullable(string)))),
});
const schema = object({
  Cmd: optional(nullable(unionOf([arrayOf(string), string]))),
  Extra: optional(any),
  Networks: optional(nullable(mapOf(nullable(object({ A: optional(string), B: optional(string) }))))),
  HostConfig: optional(nullable(ref(() => hostConfig))),
});
const contract: Contract = {
  version: '1.0',
  operations: {
    Create: {
      id: 'Create',
      noun: 'a',
      verb: 'create',
      method: 'POST',
      path: '/create',
      body: { kind: 'json', schema: schema, required: true },
      responses: { 200: { kind: 'nothing' } },
    },
  },
};

async function bodyOf(text: string): Promise<unknown> {
  let seen: unknown = 'nothing';
  const server = createEngineServer(contract, { a: { create: (call: Call) => void (seen = call.body) } });
  const response = await server.handle(request('POST', '/create', { 'content-type': 'application/json' }, text));
  return response.status === 200 ? seen : (JSON.parse(await textOf(response)) as { message: string }).message;
}

const host = (HostConfig: unknown): unknown => ({ HostConfig });

describe('names match as engines match them', () => {
  it.each(['HoſtConfig', 'hoſtconfig', 'HOSTCONFIG', 'Host\\u0043onfig', 'Ho\\u017ftConfig'])('%s', async (name) =>
    expect(await bodyOf(`{"${name}":{"Privileged":true}}`)).toEqual(host({ Privileged: true })),
  );

  it.each([
    ['{"HostConfig":{"Bindſ":["/:/a"]}}', host({ Binds: ['/:/a'] })],
    ['{"HostConfig":{"Ṣysctls":{}}}', host({ Ṣysctls: {} })],
    ['{"HostConfig":{"ſyſctlſ":{"K":"ſ"}}}', host({ Sysctls: { K: 'ſ' } })],
    ['{"Networ\u212as":{"\u212a":{"a":"x"}}}', { Networks: { '\u212a': { A: 'x' } } }],
  ])('%s', async (text, body) => expect(await bodyOf(text)).toEqual(body));
});

describe('properties that are given more than once', () => {
  it.each<[string, unknown]>([
    // Of scalars the last one counts, in the order of the JSON.
    ['{"HostConfig":{"Privileged":false,"privileged":true}}', host({ Privileged: true })],
    ['{"HostConfig":{"Privileged":true,"privileged":false,"Privileged":true}}', host({ Privileged: true })],
    ['{"HostConfig":{"privileged":true,"Privileged":false,"PRIVILEGED":true}}', host({ Privileged: true })],
    ['{"HostConfig":{"Privileged":true,"Privileged":null}}', host({ Privileged: true })],
    ['{"HostConfig":{"Privileged":null,"privileged":true}}', host({ Privileged: true })],
    ['{"HostConfig":{"PidsLimit":1,"PidsLimit":null}}', host({ PidsLimit: null })],
    ['{"HostConfig":{"ConsoleSize":[1,2],"consoleSize":null,"ConsoleSize":[3]}}', host({ ConsoleSize: [3, 0] })],
    // Objects are merged.
    ['{"HostConfig":{"Privileged":true},"HostConfig":{"ShmSize":1}}', host({ Privileged: true, ShmSize: 1 })],
    ['{"HostConfig":{"Privileged":true},"hostconfig":{"ShmSize":1}}', host({ Privileged: true, ShmSize: 1 })],
    ['{"HostConfig":{"Privileged":true},"hostconfig":{}}', host({ Privileged: true })],
    ['{"HostConfig":{"Privileged":true},"hostconfig":null}', host(null)],
    ['{"HostConfig":{"Privileged":true},"hostconfig":null,"HostConfig":{"ShmSize":1}}', host({ ShmSize: 1 })],
    [
      '{"HostConfig":{"LogConfig":{"Type":"local","Config":{"a":"1"}},"LogConfig":{"Config":{"b":"2"}},"LogConfig":null}}',
      host({ LogConfig: { Type: 'local', Config: { a: '1', b: '2' } } }),
    ],
    // Maps are merged, their entries are not.
    ['{"HostConfig":{"Sysctls":{"a":"1","a":"2"},"Sysctls":{"b":null}}}', host({ Sysctls: { a: '2', b: null } })],
    ['{"HostConfig":{"Sysctls":{"a":"1"},"Sysctls":null}}', host({ Sysctls: null })],
    ['{"Networks":{"n":{"A":"1"},"n":{"B":"2"}}}', { Networks: { n: { B: '2' } } }],
    ['{"Networks":{"n":{"A":"1","a":"2"}},"networks":{"N":{}}}', { Networks: { n: { A: '2' }, N: {} } }],
    // Arrays are decoded over the previous ones.
    ['{"HostConfig":{"Binds":["/:/a","b:/b"],"binds":["c:/c"]}}', host({ Binds: ['c:/c'] })],
    ['{"HostConfig":{"Binds":["/:/a","b:/b"],"binds":[]}}', host({ Binds: [] })],
    [
      '{"HostConfig":{"Binds":["/:/a","b:/b"],"Binds":["c:/c"],"Binds":[null,null]}}',
      host({ Binds: ['c:/c', 'b:/b'] }),
    ],
    ['{"HostConfig":{"Binds":["/:/a"],"Binds":[],"Binds":[null]}}', host({ Binds: [''] })],
    ['{"HostConfig":{"Binds":["/:/a"],"Binds":null,"Binds":[null]}}', host({ Binds: [''] })],
    [
      '{"HostConfig":{"Mounts":[{"Source":"/","Type":"bind"}],"mounts":[{"Type":"volume"},{"Source":"x"}]}}',
      host({ Mounts: [{ Source: '/', Type: 'volume' }, { Source: 'x' }] }),
    ],
    [
      '{"HostConfig":{"Mounts":[{"Source":"/","BindOptions":{"Propagation":"shared"}}],"Mounts":[{"BindOptions":null}]}}',
      host({ Mounts: [{ Source: '/', BindOptions: null }] }),
    ],
    // Of values with a custom decoder the last one counts.
    ['{"Cmd":["a","b"],"Cmd":[null]}', { Cmd: [''] }],
    ['{"Cmd":["a","b"],"cmd":"c"}', { Cmd: 'c' }],
    ['{"Extra":{"a":1},"Extra":{"b":2,"b":3,"B":4}}', { Extra: { b: 3, B: 4 } }],
    // Names that are not in the contract.
    ['{"Other":1,"Other":{"a":1,"a":2}}', { Other: { a: 2 } }],
    ['{"__proto__":1,"__proto__":2,"HostConfig":{}}', JSON.parse('{"__proto__":2,"HostConfig":{}}')],
    // An invalid value is an error, whatever follows it.
    ['{"HostConfig":{"Privileged":"x","Privileged":true}}', '/body/HostConfig/Privileged must be a boolean'],
    ['{"HostConfig":[],"HostConfig":{}}', '/body/HostConfig must be an object'],
    ['{"HostConfig":{"Binds":"/","Binds":[]}}', '/body/HostConfig/Binds must be an array'],
    ['{"HostConfig":{"Binds":[1],"binds":["a"]}}', '/body/HostConfig/Binds/0 must be a string'],
    ['{"HostConfig":{"ShmSize":1,"ShmSize":{"a":1,"a":2}}}', '/body/HostConfig/ShmSize must be an integer'],
  ])('%s', async (text, body) => expect(await bodyOf(text)).toEqual(body));

  it('are found however the text is written', async () => {
    const wanted = host({ Privileged: true, ShmSize: 1 });
    for (const text of [
      '{"HostConfig" :{"Privileged":true},\t"HostConfig"\n:\r\n{"ShmSize":1}}',
      '{"HostConfig":{"Privileged":true},"Host\\u0043onfig":{"ShmSize":1}}',
      '{"\\u0048ostConfig":{"Privileged":true},"HostConfig" : {"ShmSize":1}}',
    ])
      expect(await bodyOf(text)).toEqual(wanted);
    const long = JSON.stringify('\\":'.repeat(5000));
    expect(await bodyOf(`{"HostConfig":{"Privileged":true},"Extra":${long},"HostConfig" :{"ShmSize":1}}`)).toEqual({
      ...(wanted as object),
      Extra: JSON.parse(long) as unknown,
    });
  });
});

const space = fc.constantFrom('', '', '', ' ', '\n\t', '\r ');

/** A text with or without repeated keys, and what JSON.parse makes of it where there are none. */
const anyText: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string; array: string; leaf: string }>(
  (tie) => ({
    value: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('object'), tie('array')),
    leaf: fc.oneof(
      fc
        .string({ unit: fc.constantFrom('"', ':', '\\', ' ', 'a', '{', '}', ',', 'é', '\ud83d\ude00') })
        .map((text) => JSON.stringify(text)),
      fc.constantFrom('null', 'true', 'false', '0', '-1.5e3'),
    ),
    object: fc
      .array(
        fc.tuple(
          space,
          fc.constantFrom('"a"', '"b"', '"\\u0061"', '"\\":"', '"A"', '"__proto__"', '"1"'),
          space,
          tie('value'),
          space,
        ),
        { maxLength: 4 },
      )
      .map((entries) => `{${entries.map(([s, k, t, v, u]) => `${s}${k}${t}:${v}${u}`).join(',')}}`),
    array: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  }),
).value;

describe('for every text', () => {
  it('the last key counts where the contract has no type, as JSON.parse has it', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect(await bodyOf(`{"Extra":${text},"Extra":${text}}`)).toEqual({ Extra: JSON.parse(text) as unknown });
      }),
      { numRuns: inject('isFullRun') ? 200 : 50 },
    );
  });

  const names = fc.constantFrom('HostConfig', 'hostconfig', 'HoſtConfig');
  const members = fc.constantFrom(
    '"Privileged":true',
    '"privileged":false',
    '"Privileged":null',
    '"Binds":["a",null]',
    '"bindſ":[]',
    '"Mounts":[{"Type":"bind"},{}]',
    '"mounts":[{"type":"volume","TYPE":null}]',
    '"Sysctls":{"a":"b"}',
    '"Other":1',
  );

  it('what is seen says the same when it is sent again, with each name once and in its spelling', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(names, fc.array(members, { maxLength: 4 })), { minLength: 1, maxLength: 3 }),
        async (parts) => {
          const body = await bodyOf(`{${parts.map(([name, own]) => `"${name}":{${own.join(',')}}`).join(',')}}`);
          const text = JSON.stringify(body);
          expect(text).not.toMatch(/ſ|"hostconfig"|"privileged"|"mounts"|"type"|"TYPE"/);
          expect(await bodyOf(text)).toEqual(body);
        },
      ),
      { numRuns: inject('isFullRun') ? 200 : 50 },
    );
  });
});
