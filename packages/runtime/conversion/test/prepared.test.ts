/** What is known of a conversion before a message: which bodies it reads, which requests it keeps, and what converts a response. */
import { describe, expect, it } from 'vitest';
import {
  chain,
  conversionOf,
  conversionRoutes,
  providersOf,
  Refusal,
  type Conversion,
  type Hook,
  type RequestMessage,
  type Rule,
} from '../src/index.js';
import { requestOf } from './scene.js';

const around: Hook['around'] = (request, next) => next(request);
const hooks: Readonly<Record<string, Hook>> = {
  any: { around },
  touching: { around, touches: { Get: [{ body: 'Hooked.Name' }] } },
  keeping: { around, keeps: ['Get'] },
  also: { around, also: ['Other'], keeps: ['Other'] },
};

function conversion(request: readonly Rule[], response: readonly Rule[], [client, engine] = ['1', '2']): Conversion {
  const Get = { request: { upgrade: request, downgrade: [] }, response: { upgrade: [], downgrade: response } };
  return conversionOf({
    client: String(client),
    engine: String(engine),
    requests: 'upgrade',
    operations: { Get },
    hooks,
  });
}

const drop = (place: Rule['at'], more: object = {}): Rule => ({ rule: 'drop', at: place, ...more });
const hook = (name: string): Rule => ({ rule: 'hook', at: {}, hook: name });
const refuse = (place: Rule['at'], when?: Rule['when']): Rule => ({
  rule: 'refuse',
  at: place,
  status: 400,
  message: 'no',
  ...(when && { when }),
});
const unchanged = conversion([], [], ['2', '3']);
const whole: Conversion = { client: '2', engine: '3', of: () => around as never };

describe('a request without query and body is sent as it is', () => {
  it.each<[string, readonly Rule[], readonly Rule[], boolean]>([
    ['by rules that need a value', [drop({ body: 'A' }), drop({ query: 'a' })], [], true],
    ['by a replaced value', [{ rule: 'replace', at: { query: 'a' }, from: 1, value: 2 }], [], true],
    ['by a renamed one', [{ rule: 'rename', at: { body: 'A' }, from: 'B' }], [], true],
    ['by a refused one', [refuse({ query: 'a' })], [], true],
    ['by one that is refused where it is present', [refuse({ query: 'a' }, [{ of: '', is: 'present' }])], [], true],
    ['not by one that is refused where it is absent', [refuse({ query: 'a' }, [{ of: '', is: 'absent' }])], [], false],
    ['not by one that is refused beside another', [refuse({ query: 'a' }, [{ of: 'b', is: 'present' }])], [], false],
    ['not by a default', [{ rule: 'default', at: { query: 'a' }, value: 1 }], [], false],
    ['not by a header', [drop({ header: 'A' })], [], false],
    ['not by a whole request', [refuse({})], [], false],
    [
      'by what a body of a response needs',
      [],
      [drop({ body: 'A' }), { rule: 'set', at: { body: 'B' }, value: 1 }],
      true,
    ],
    ['not by a header of a response', [], [drop({ header: 'A' })], false],
    ['by a hook that says so', [hook('keeping')], [hook('keeping')], true],
    ['by a hook that says where it acts', [hook('touching')], [], true],
    ['not by any hook', [hook('any')], [], false],
    ['not by any hook of a response', [], [hook('any')], false],
  ])('%s', (_what, request, response, isKept) => {
    const one = conversion(request, response);
    expect(one.keepsPlainRequests?.('Get')).toBe(isKept);
    // What does not change in the other conversion is decided by this one.
    expect(chain(one, unchanged).keepsPlainRequests?.('Get')).toBe(isKept);
    expect(chain(conversion([], [], ['0', '1']), one).keepsPlainRequests?.('Get')).toBe(isKept);
    expect(chain(one, whole).keepsPlainRequests?.('Get')).toBe(false);
  });

  it('by a hook of further operations that says so', () => {
    expect(conversion([], []).keepsPlainRequests?.('Other')).toBe(true);
    expect(conversion([], []).of('Other')).toBeDefined();
  });
});

describe('a response is converted by rules alone', () => {
  it.each<[string, readonly Rule[], readonly Rule[], number | undefined]>([
    ['about its body', [], [drop({ body: 'A' }), { rule: 'set', at: { body: 'B' }, value: 1 }], 2],
    ['whatever converts the request', [drop({ body: 'A' })], [], 0],
    ['not by those about headers', [], [drop({ header: 'A' })], undefined],
    ['not by those at every depth', [], [drop({ body: 'A' }, { recursion: [{ at: 'A', like: '' }] })], undefined],
    ['not beside any hook', [hook('any')], [drop({ body: 'A' })], undefined],
    ['beside a hook that acts elsewhere', [hook('touching')], [{ rule: 'set', at: { body: 'A' }, value: 1 }], 1],
    ['beside a hook, where they only remove', [hook('touching')], [drop({ body: 'Hooked.Name' })], 1],
    ['not where a hook acts', [hook('touching')], [{ rule: 'set', at: { body: 'hooked' }, value: 1 }], undefined],
    [
      'not below where a hook acts',
      [hook('touching')],
      [{ rule: 'set', at: { body: 'Hooked.Name.A' }, value: 1 }],
      undefined,
    ],
  ])('%s', (_what, request, response, count) => {
    const one = conversion(request, response);
    expect(one.responseRules?.('Get')?.rules.length).toBe(count);
    expect(chain(one, unchanged).responseRules?.('Get')?.rules.length).toBe(count);
    expect(chain(one, whole).responseRules?.('Get')).toBeUndefined();
  });

  it('with the rules of the inner conversion first', () => {
    const [outer, inner] = [
      conversion([], [drop({ body: 'A' })]),
      conversion([hook('touching')], [drop({ body: 'B' })], ['2', '3']),
    ];
    expect(chain(outer, inner).responseRules?.('Get')).toEqual({
      rules: [drop({ body: 'B' }), drop({ body: 'A' })],
      touches: [{ body: 'Hooked.Name' }],
    });
  });
});

it('a route knows what its conversions know, and all of those that do not say', () => {
  const loads: string[] = [];
  const load = (one: Conversion) => () => (loads.push(one.client), one);
  const [first, second] = [
    conversion([drop({ body: 'A' }, { warning: 'lost' })], []),
    conversion([], [drop({ body: 'B' })], ['2', '3']),
  ];
  const steps = [
    { older: '1', newer: '2', olderClients: load(first), newerClients: load(whole), differences: [] },
    {
      older: '2',
      newer: '3',
      olderClients: load(second),
      newerClients: load({ ...whole, client: '3', engine: '2' }),
      differences: [],
    },
  ];
  const find = conversionRoutes(providersOf(steps));
  const route = find('1', '3');
  expect(loads).toEqual([]);
  const facts = (one: Conversion) => [
    one.bodies?.('Get'),
    one.keepsPlainRequests?.('Get'),
    one.responseRules?.('Get'),
    one.losses?.('Get'),
    one.mayChange?.('Get'),
  ];
  expect(facts(route)).toEqual(facts(chain(first, second)));
  expect(facts(route)).toEqual([
    { request: true, response: true },
    true,
    { rules: [drop({ body: 'B' })], touches: [] },
    [
      { client: '1', engine: '2', message: 'request', rule: drop({ body: 'A' }, { warning: 'lost' }) },
      { client: '2', engine: '3', message: 'response', rule: drop({ body: 'B' }) },
    ],
    undefined,
  ]);
  expect(find('2', '3').mayChange?.('Get')?.(Buffer.from('{"B":1}'))).toBe(true);
  expect(find('2', '3').mayChange?.('Get')?.(Buffer.from('{"C":1}'))).toBe(false);
  expect(facts(find('3', '2'))).toEqual([{ request: true, response: true }, false, undefined, [], undefined]);
  expect(loads).toEqual(['1', '2', '3']);
  expect(() => find('1', '4')).toThrow('no conversions lead from version 1 to version 4');
});

it('the hooks of both conversions are known, each once', () => {
  const outer = conversion([hook('any'), { rule: 'convert', at: { body: 'A' }, hook: 'value' }], [hook('any')]);
  const all = () => chain(outer, conversion([hook('keeping')], [], ['2', '3'])).hooksOf?.('Get');
  expect(all).toThrow('the conversion hook value has no function for requests');
  const inner = conversion([hook('keeping')], [], ['2', '3']);
  expect(chain(conversion([hook('any')], [hook('any')]), inner).hooksOf?.('Get')).toEqual([
    { hook: 'any', client: '1', engine: '2' },
    { hook: 'keeping', client: '2', engine: '3' },
  ]);
  expect(chain(whole, { ...whole, client: '3', engine: '4' }).hooksOf?.('Get')).toEqual([]);
});

describe('losses', () => {
  it.each<[string, readonly Rule[], number]>([
    ['of a dropped value', [drop({ body: 'A' })], 1],
    ['none of a copied one', [{ rule: 'fill', by: 'copy', at: { body: 'B' }, from: 'A' }, drop({ body: 'A' })], 0],
    ['none of one in an array', [{ rule: 'fill', by: 'list', at: { body: 'B' }, from: 'A' }, drop({ body: 'A' })], 0],
    ['of one of a sum', [{ rule: 'fill', by: 'sum', at: { body: 'B' }, from: 'A' }, drop({ body: 'A' })], 1],
    ['of one beside', [{ rule: 'fill', by: 'copy', at: { body: 'B' }, from: 'C' }, drop({ body: 'A' })], 1],
    [
      'none of a copied header',
      [{ rule: 'fill', by: 'copy', at: { header: 'B' }, from: 'A' }, drop({ header: 'A' })],
      0,
    ],
    [
      'of a header beside a body',
      [{ rule: 'fill', by: 'copy', at: { body: 'B' }, from: 'A' }, drop({ header: 'A' })],
      1,
    ],
    [
      'of a body beside a header',
      [{ rule: 'fill', by: 'copy', at: { header: 'B' }, from: 'A' }, drop({ body: 'A' })],
      1,
    ],
    [
      'none of a copied filter',
      [{ rule: 'fill', by: 'copy', at: { query: 'f', path: 'B' }, from: 'A' }, drop({ query: 'f', path: 'A' })],
      0,
    ],
    [
      'of a filter of another parameter',
      [{ rule: 'fill', by: 'copy', at: { query: 'g', path: 'B' }, from: 'A' }, drop({ query: 'f', path: 'A' })],
      1,
    ],
    ['of what is refused or warned of', [refuse({ body: 'A' }), { rule: 'warn', at: { body: 'B' }, warning: 'b' }], 2],
  ])('%s', (_what, rules, count) => {
    expect(conversion(rules, rules).losses?.('Get')).toHaveLength(2 * count);
  });
});

describe('a request', () => {
  const send = (rule: Rule, more: Partial<RequestMessage>) => {
    const requests: RequestMessage[] = [];
    const next = async (request: RequestMessage) => (requests.push(request), { status: 200, headers: {} });
    const sent = conversion([rule], []).of('Get')?.(requestOf({ operation: 'Get', ...more }), next, next as never);
    return sent?.then(() => requests[0]);
  };

  it.each<[string, Rule, Partial<RequestMessage>, Partial<RequestMessage>]>([
    [
      'a renamed parameter of the path',
      { rule: 'rename', at: { segment: 'id' }, from: 'name' },
      { path: { name: 'a' } },
      { path: { id: 'a' } },
    ],
    [
      'a sum of large integers',
      { rule: 'fill', by: 'sum', at: { body: 'All' }, from: 'Each[].N' },
      { body: { Each: [{ N: 2n ** 60n }, { N: 1 }, { N: 'x' }] } },
      { body: { All: 2n ** 60n + 1n, Each: [{ N: 2n ** 60n }, { N: 1 }, { N: 'x' }] } },
    ],
    [
      'a sum with a fraction',
      { rule: 'fill', by: 'sum', at: { body: 'All' }, from: 'Each[]' },
      { body: { Each: [1n, 0.5] } },
      { body: { All: 1.5, Each: [1n, 0.5] } },
    ],
    [
      'the values of a map that are not dropped',
      drop({ body: 'All{}' }, { when: [{ of: '', is: [1] }] }),
      { body: { all: { a: 1, b: 2 } } },
      { body: { all: { b: 2 } } },
    ],
    [
      'the other spelling of a letter that is not in ASCII',
      drop({ body: 'Disk' }),
      { body: { 'di\u017f\u212a': 1, DISC: 1 } },
      { body: { DISC: 1 } },
    ],
  ])('has %s', async (_what, rule, given, expected) => {
    expect(await send(rule, given)).toEqual({ ...requestOf({ operation: 'Get', ...given }), ...expected });
  });

  it.each<[string, Rule['at'], Rule['when'], Partial<RequestMessage>, boolean]>([
    ['an entry', { body: 'All[]' }, [{ of: 'A', is: [1] }], { body: { all: [{ A: 2 }, { a: 1 }] } }, true],
    ['no entry', { body: 'All[]' }, [{ of: 'A', is: [1] }], { body: { all: [{ A: 2 }] } }, false],
    [
      'a value of a map',
      { body: 'All{}' },
      [{ of: 'A', is: [1] }],
      { body: { all: { x: { A: 2 }, y: { A: 1 } } } },
      true,
    ],
    ['a value', { body: 'A' }, [{ of: '', is: [1] }], { body: { A: 1 } }, true],
    ['an absent value', { body: 'A' }, [{ of: '', is: 'absent' }], { body: {} }, true],
    ['a property beside', { body: 'A' }, [{ of: 'B', is: [1] }], { body: { B: 1 } }, true],
    ['a parameter', { query: 'f', path: 'A' }, [{ of: '', is: [1] }], { query: { f: { A: 1 } } }, true],
    [
      'a parameter in another case',
      { query: 'f', path: 'A' },
      [{ of: '', is: [1] }],
      { query: { f: { a: 1 } } },
      false,
    ],
    ['the whole query', {}, [{ of: 'f', is: [1] }], { query: { f: 1 } }, true],
  ])('is passed to a hook on the condition of %s', async (_what, at, when, given, isCalled) => {
    let isHooked = false;
    const seeing: Hook = { around: (request, next) => ((isHooked = true), next(request)) };
    const Get = {
      request: { upgrade: [{ rule: 'hook', hook: 'seeing', at, ...(when && { when }) } as const], downgrade: [] },
      response: { upgrade: [], downgrade: [] },
    };
    const one = conversionOf({ client: '1', engine: '2', requests: 'upgrade', operations: { Get }, hooks: { seeing } });
    const next = async () => ({ status: 200, headers: {} });
    await one.of('Get')?.(requestOf({ operation: 'Get', ...given }), next, next);
    expect(isHooked).toBe(isCalled);
  });

  it('is refused with the version of its client, if that is known', () => {
    const refusal = new Refusal(400, 'not at {client version}: {client version}', 'x');
    expect(refusal.of('1.41')).toMatchObject({ status: 400, message: 'not at 1.41: 1.41', difference: 'x' });
    expect(refusal.of(undefined).message).toBe('not at unknown: unknown');
    const plain = new Refusal(400, 'never');
    expect(plain.of('1.41')).toBe(plain);
  });
});
