/** Tests chains of conversions between several versions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chain,
  conversionOf,
  Refusal,
  type ResponseMessage,
  type Conversion,
  type OperationConversion,
  type RequestMessage,
  type Rule,
  type Hook,
} from '../src/index.js';
import { requestOf } from './scene.js';

type Rules = Readonly<Record<string, { readonly request?: readonly Rule[]; readonly response?: readonly Rule[] }>>;

/** A conversion of older clients to a newer implementation. */
function conversion(client: string, engine: string, rules: Rules, hooks: Readonly<Record<string, Hook>> = {}) {
  const operations = Object.entries(rules).map(
    ([id, { request = [], response = [] }]): [string, OperationConversion] => [
      id,
      { request: { upgrade: request, downgrade: [] }, response: { upgrade: [], downgrade: response } },
    ],
  );
  return conversionOf({ client, engine, requests: 'upgrade', operations: Object.fromEntries(operations), hooks });
}

interface Outcome {
  /** The requests that reached the implementation. */
  readonly requests: readonly RequestMessage[];
  readonly response?: ResponseMessage;
  readonly refusal?: string;
}

/** Sends a request through a conversion to an implementation, which by default responds with the same body. */
async function outcome(
  converted: Conversion,
  request: RequestMessage,
  implementation: (request: RequestMessage) => ResponseMessage = ({ body }) => ({ status: 200, headers: {}, body }),
): Promise<Outcome> {
  const requests: RequestMessage[] = [];
  const send = async (message: RequestMessage): Promise<ResponseMessage> => {
    requests.push(message);
    return implementation(message);
  };
  const convert = converted.of(request.operation);
  try {
    const response = await (convert === undefined
      ? send(request)
      : convert(request, send, (operation, input) => send(requestOf({ operation, ...input }))));
    return { requests, response };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { requests, refusal: `${error.status} ${error.message}` };
  }
}

const names = ['A', 'B', 'C', 'D'];
const name = fc.constantFrom(...names);
const at = name.map((body) => ({ body }));
const value = fc.constantFrom<string | number | boolean>('x', 'y', 1, true);
const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ rule: fc.constant('default' as const), at, value }),
  fc.record({ rule: fc.constant('set' as const), at, value }),
  fc.record({ rule: fc.constant('drop' as const), at }),
  fc.record({ rule: fc.constant('drop' as const), at, warning: name.map((which) => `${which} is lost`) }),
  fc.record({ rule: fc.constant('warn' as const), at, warning: name.map((which) => `${which} means something else`) }),
  fc.record({ rule: fc.constant('replace' as const), at, from: value, value }),
  fc.record({ rule: fc.constant('fill' as const), at, by: fc.constant('copy' as const), from: name }),
  fc.record({
    rule: fc.constant('refuse' as const),
    at,
    status: fc.constant(400),
    message: name,
    when: fc.constant([{ of: '', is: ['y'] }]),
  }),
);
const rules = fc.array(rule, { maxLength: 3 });
const body = fc.dictionary(name, value, { maxKeys: 4 });
/** The rules of one conversion, possibly none. */
const operation = fc.record({ request: rules, response: rules });

describe('any rules', () => {
  it('have the same effect as separate conversions, however they are grouped', async () => {
    await fc.assert(
      fc.asyncProperty(operation, operation, operation, body, async (one, two, three, given) => {
        const [a, b, c] = [
          conversion('1', '2', { BoxCreate: one }),
          conversion('2', '3', { BoxCreate: two }),
          conversion('3', '4', { BoxCreate: three }),
        ];
        const request = requestOf({ body: given });
        const left = await outcome(chain(chain(a, b), c), request);
        expect(await outcome(chain(a, chain(b, c)), request)).toEqual(left);
        expect(left).toEqual(await throughEach([a, b, c], request));
      }),
      { numRuns: 150 },
    );
  });

  it('lose what each of the conversions loses', () => {
    fc.assert(
      fc.property(operation, operation, operation, (one, two, three) => {
        const all = [
          conversion('1', '2', { BoxCreate: one }),
          conversion('2', '3', { BoxCreate: two }),
          conversion('3', '4', { BoxCreate: three }),
        ] as const;
        const [a, b, c] = all;
        const wanted = all.flatMap(({ losses }) => losses?.('BoxCreate') ?? []);
        expect(chain(chain(a, b), c).losses?.('BoxCreate')).toEqual(wanted);
        expect(chain(a, chain(b, c)).losses?.('BoxCreate')).toEqual(wanted);
      }),
      { numRuns: 100 },
    );
  });

  it('read a body if one of the conversions does', () => {
    fc.assert(
      fc.property(operation, operation, (one, two) => {
        const [a, b] = [conversion('1', '2', { BoxCreate: one }), conversion('2', '3', { BoxCreate: two })];
        const parts = [a, b].map(({ bodies }) => bodies?.('BoxCreate'));
        expect(chain(a, b).bodies?.('BoxCreate')).toEqual({
          request: parts.some((part) => part?.request),
          response: parts.some((part) => part?.response),
        });
      }),
      { numRuns: 50 },
    );
  });
});

/** Sends a request through conversions without `chain`: each is the implementation of the one before it. */
async function throughEach(conversions: readonly Conversion[], request: RequestMessage): Promise<Outcome> {
  const requests: RequestMessage[] = [];
  const send =
    (index: number) =>
    async (message: RequestMessage): Promise<ResponseMessage> => {
      const next = conversions[index];
      if (next === undefined) {
        requests.push(message);
        return { status: 200, headers: {}, body: message.body };
      }
      const convert = next.of(message.operation);
      const ask = () => Promise.reject(new Error('rules ask nothing'));
      return convert === undefined ? send(index + 1)(message) : convert(message, send(index + 1), ask);
    };
  try {
    return { requests, response: await send(0)(request) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { requests, refusal: `${error.status} ${error.message}` };
  }
}

const renamed = (from: string, to: string): readonly Rule[] => [
  { rule: 'fill', at: { body: to }, by: 'copy', from },
  { rule: 'drop', at: { body: from } },
];

describe('a conversion to a version and back', () => {
  // Version 1 has Old and Extra; version 2 has another name for Old, and lacks Extra.
  const difference: OperationConversion = {
    request: {
      upgrade: [...renamed('Old', 'New'), { rule: 'drop', at: { body: 'Extra' }, warning: 'Extra is lost' }],
      downgrade: renamed('New', 'Old'),
    },
    response: { upgrade: renamed('Old', 'New'), downgrade: renamed('New', 'Old') },
  };
  const operations = { BoxCreate: difference };
  const up = conversionOf({ client: '1', engine: '2', requests: 'upgrade', operations, hooks: {} });
  const down = conversionOf({ client: '2', engine: '1', requests: 'downgrade', operations, hooks: {} });

  it('restores the request, or lists what is lost', async () => {
    const there = chain(up, down);
    const lost = there.losses?.('BoxCreate') ?? [];
    expect(lost.map(({ client, rule: { at } }) => [client, at.body])).toEqual([['1', 'Extra']]);
    await fc.assert(
      fc.asyncProperty(fc.record({ Old: value, Extra: value, A: value }, { requiredKeys: [] }), async (given) => {
        const { requests } = await outcome(there, requestOf({ body: given }));
        const { Extra: _extra, ...rest } = given;
        expect(requests[0]?.body).toEqual(rest);
      }),
      { numRuns: 30 },
    );
  });

  it('warns the caller of each loss, once', async () => {
    const other = conversion('0', '1', {
      BoxCreate: { request: [{ rule: 'warn', at: { body: 'A' }, warning: 'A means more' }] },
    });
    const { response } = await outcome(chain(other, chain(up, down)), requestOf({ body: { A: 1, Extra: 1 } }));
    expect(response?.body).toEqual({ A: 1, Warnings: ['A means more', 'Extra is lost'] });
  });
});

describe('identity', () => {
  const changes: Rules = { BoxCreate: { request: [{ rule: 'set', at: { body: 'A' }, value: 1 }] } };

  it.each(['BoxList', 'toString', '__proto__'])('%s, which neither changes, has no conversion', (id) => {
    const both = chain(conversion('1', '2', changes), conversion('2', '3', changes));
    expect(both.of(id)).toBeUndefined();
    expect(both.bodies?.(id)).toEqual({ request: false, response: false });
  });

  it('returns the other conversion itself, without preparing it again', () => {
    const inner = conversion('2', '3', changes);
    const both = chain(conversion('1', '2', {}), inner);
    expect(both.of('BoxCreate')).toBe(inner.of('BoxCreate'));
    expect(both.of('BoxCreate')).toBe(both.of('BoxCreate'));
    const first = chain(conversion('1', '2', changes), conversion('2', '3', {}));
    expect(first.of('BoxCreate')).toBe(first.of('BoxCreate'));
  });

  it('never reads a body: bytes are passed on as they are', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const header: Rules = { BoxPut: { response: [{ rule: 'set', at: { header: 'x-a' }, value: 'b' }] } };
    const both = chain(conversion('1', '2', header), conversion('2', '3', header));
    expect(both.bodies?.('BoxPut')).toEqual({ request: false, response: false });
    const request = requestOf({ operation: 'BoxPut', body: bytes });
    const { requests, response } = await outcome(both, request, ({ body: content }) => ({
      status: 200,
      headers: {},
      body: content,
      stream: 'other',
    }));
    expect(requests[0]?.body).toBe(bytes);
    expect(response?.body).toBe(bytes);
  });

  it('may read all bodies if a conversion does not say', () => {
    const silent: Conversion = { client: '1', engine: '2', of: () => (request, next) => next(request) };
    expect(chain(silent, conversion('2', '3', {})).bodies?.('BoxCreate')).toEqual({ request: true, response: true });
  });
});

describe('a hook of the outer conversion', () => {
  const hook = (around: Hook['around']): Conversion =>
    conversion('1', '2', { BoxCreate: { request: [{ rule: 'hook', at: {}, hook: 'hook' }] } }, { hook: { around } });
  const inner = conversion('2', '3', {
    BoxInspect: {
      request: [
        { rule: 'refuse', at: { query: 'bad' }, status: 400, message: 'bad is not supported' },
        { rule: 'set', at: { query: 'verbose' }, value: true },
      ],
      response: renamed('New', 'Old'),
    },
  });

  it('sends its requests through the inner conversion', async () => {
    const both = chain(
      hook(async (_request, _next, ask) => ask('BoxInspect', { path: { id: 'a' } })),
      inner,
    );
    const { requests, response } = await outcome(both, requestOf({ body: {} }), () => ({
      status: 200,
      headers: {},
      body: { New: 'b' },
    }));
    expect(requests).toEqual([{ operation: 'BoxInspect', path: { id: 'a' }, query: { verbose: true }, headers: {} }]);
    expect(response?.body).toEqual({ Old: 'b' });
  });

  it('gets refusals of the inner conversion and of the implementation as responses', async () => {
    const statuses: unknown[] = [];
    const both = chain(
      hook(async (request, next, ask) => {
        for (const query of [{ bad: true }, {}]) {
          const { status, body: content } = await ask('BoxInspect', { query });
          statuses.push([status, content]);
        }
        return next(request);
      }),
      inner,
    );
    await outcome(both, requestOf({ body: {} }), ({ operation: id }) =>
      id === 'BoxInspect'
        ? { status: 404, headers: {}, body: { message: 'no such box' } }
        : { status: 200, headers: {}, body: {} },
    );
    expect(statuses).toEqual([
      [400, { message: 'bad is not supported' }],
      [404, { message: 'no such box' }],
    ]);
  });

  it('passes on another operation, which the inner conversion converts', async () => {
    const both = chain(
      hook((request, next) => next({ ...request, operation: 'BoxInspect' })),
      inner,
    );
    const { requests } = await outcome(both, requestOf({ body: {} }));
    expect(requests.map(({ operation: id, query }) => [id, query])).toEqual([['BoxInspect', { verbose: true }]]);
  });

  it('fails with an error of the implementation that is not a refusal', async () => {
    const both = chain(
      hook(async (_request, _next, ask) => ask('BoxInspect')),
      inner,
    );
    const broken = outcome(both, requestOf({ body: {} }), () => {
      throw new TypeError('broken');
    });
    await expect(broken).rejects.toThrow(new TypeError('broken'));
  });
});

it('rejects versions that do not meet', () => {
  expect(() => chain(conversion('1', '2', {}), conversion('3', '4', {}))).toThrow(
    new Error('a conversion of 1 to 2 cannot be followed by one of 3 to 4'),
  );
});

it('the rules of a response are those of the inner conversion, then those of the outer one, with where hooks act', () => {
  const [drop, write]: [Rule, Rule] = [
    { rule: 'drop', at: { body: 'A' } },
    { rule: 'default', at: { body: 'B' }, value: 1 },
  ];
  const around: Hook['around'] = (request, next) => next(request);
  const hook: Rule = { rule: 'hook', at: {}, hook: 'h' };
  const rulesOf = (inner: Rules[string], h: Hook = { around }) =>
    chain(
      conversion('1', '2', { Box: { response: [write] } }),
      conversion('2', '3', { Box: inner }, { h }),
    ).responseRules?.('Box');
  const at = (body: string): Hook => ({ around, touches: { Box: [{ body }] } });
  expect(rulesOf({ response: [drop] })).toEqual({ rules: [drop, write], touches: [] });
  expect(rulesOf({})).toEqual({ rules: [write], touches: [] });
  expect(rulesOf({ request: [hook] }, { around, keeps: ['Box'] })).toEqual({ rules: [write], touches: [] });
  expect(rulesOf({ request: [hook] }, { around })).toBeUndefined();
  expect(rulesOf({}, { around, also: ['Box'] })).toBeUndefined();
  expect(rulesOf({ response: [hook, drop] }, at('C'))).toEqual({ rules: [drop, write], touches: [{ body: 'C' }] });
  // What a rule removes, the hook does not act on; what one writes, it may.
  expect(rulesOf({ response: [drop, hook] }, at('A.D'))).toEqual({ rules: [drop, write], touches: [{ body: 'A.D' }] });
  expect(rulesOf({ response: [hook] }, at('B.D'))).toBeUndefined();
  expect(rulesOf({ response: [hook] }, { around })).toBeUndefined();
  expect(rulesOf({ response: [{ rule: 'drop', at: { header: 'A' } }] })).toBeUndefined();
});
