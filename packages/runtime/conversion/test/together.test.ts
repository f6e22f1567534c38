/** Property tests of several rules: together they have the same effect as one after another. */
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { convertersOf, Refusal, type ResponseMessage, type RequestMessage, type Rule } from '../src/index.js';

/** Names that differ only in case, and some that could be used to attack. */
const name = fc.constantFrom('A', 'a', 'B', 'Kk', 'kK', '\u212Ak', '__proto__', 'constructor');
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, 0, 1, '', 'x', false, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

const segment = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('.A', '.B', '.Kk') }, fc.constantFrom('[]', '{}'));
const path = fc.array(segment, { maxLength: 4 }).map((segments) => segments.join('').replace(/^\./, ''));
const value = fc.constantFrom<Extract<Rule, { rule: 'set' }>['value']>(null, 0, '', 'x', true, [], {}, { A: 1 });
const condition = fc.record({
  of: fc.constantFrom('', 'A', 'B.A'),
  is: fc.oneof(fc.array(value, { maxLength: 3 }), fc.constantFrom('present' as const, 'absent' as const)),
});
const kind = fc.oneof(
  fc.constant({ rule: 'drop' as const }),
  fc.constant({ rule: 'drop' as const, warning: 'dropped' }),
  fc.record({ rule: fc.constantFrom('default' as const, 'set' as const), value }),
  fc.record({ rule: fc.constant('replace' as const), from: value, value }),
  fc.record({ rule: fc.constant('fill' as const), by: fc.constantFrom('copy' as const, 'list' as const), from: path }),
  fc.record({ rule: fc.constant('rename' as const), from: fc.constantFrom('A', 'B', 'Kk') }),
  fc.record({ rule: fc.constant('warn' as const), warning: fc.constantFrom('one', 'two') }),
  fc.constant({ rule: 'refuse' as const, status: 400, message: 'not {}' }),
);
const rule = fc
  .tuple(kind, path, fc.array(condition, { maxLength: 2 }))
  .map(([own, body, when]): Rule => ({ ...own, at: { body }, ...(when.length > 0 && { when }) }));

/** Converts a body in one direction, and collects the warnings. */
function outcome(rules: readonly Rule[], body: unknown, way: 'request' | 'response', warnings: string[]): unknown {
  const { request, response } = convertersOf({
    request: { upgrade: rules, downgrade: [] },
    response: { upgrade: rules, downgrade: [] },
  });
  const sent: RequestMessage = { operation: 'Some', path: {}, query: {}, headers: {}, body };
  const received: ResponseMessage = { status: 200, headers: {}, body };
  return way === 'request'
    ? request.upgrade(sent, ({ message }) => void warnings.push(message)).body
    : response.upgrade(received).body;
}

/** Applies groups of rules one after another; returns the result or the refusal, and the warnings. */
function outcomes(groups: readonly (readonly Rule[])[], body: unknown, way: 'request' | 'response'): unknown {
  const warnings: string[] = [];
  try {
    const result = groups.reduce((part, rules) => outcome(rules, part, way, warnings), body);
    return { result, warnings };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: error.message, warnings };
  }
}

it.each(['request', 'response'] as const)('%s', (way) => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), json, (rules, body) => {
      const alone = rules.map((one) => [one]);
      expect(outcomes([rules], body, way)).toEqual(outcomes(alone, body, way));
    }),
    { numRuns: inject('isFullRun') ? 3000 : 300 },
  );
});

// Each rule writes a value that the next one applies to, in a body without and with earlier changes.
const chains: readonly (readonly [name: string, rules: readonly Rule[], body: unknown])[] = [
  [
    'what a fill wrote',
    [
      { rule: 'fill', by: 'copy', from: '', at: { body: 'B' } },
      { rule: 'default', value: 'x', at: { body: 'B.A' } },
      { rule: 'warn', warning: 'one', at: { body: 'B.A' } },
    ],
    {},
  ],
  [
    'what a default wrote',
    [
      { rule: 'default', value: { A: 1 }, at: { body: 'B' } },
      { rule: 'warn', warning: 'one', at: { body: 'B.A' } },
    ],
    {},
  ],
  [
    'what a default wrote, by any name',
    [
      { rule: 'default', value: 'x', at: { body: 'A' } },
      { rule: 'drop', at: { body: '{}' } },
    ],
    {},
  ],
  [
    'the object that a set created',
    [
      { rule: 'set', value: 1, at: { body: 'Kk.B.A' } },
      { rule: 'default', value: 'x', at: { body: 'Kk.B.B' } },
      { rule: 'warn', warning: 'one', at: { body: 'Kk.A' }, when: [{ of: 'B', is: 'present' }] },
    ],
    {},
  ],
];
it.each(chains)('a rule finds %s', (_name, rules, body) => {
  for (const way of ['request', 'response'] as const) {
    const alone = outcomes(
      rules.map((one) => [one]),
      body,
      way,
    );
    expect(outcomes([rules], body, way)).toEqual(alone);
    // Responses have no warnings.
    if (way === 'request') expect(alone).not.toEqual(outcomes([rules.slice(0, 1)], body, way));
  }
});
