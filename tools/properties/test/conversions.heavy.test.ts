/**
 * A message that is converted to the other version and back is unchanged, or the loss is listed; and a converted message is
 * valid in its target version. `npm test` tests each operation and direction with a sample of the values of a full run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversions, differences, Refusal, rules } from '@lading/conversions/v1.41';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { differingPaths } from '../conversions/differing-paths.js';
import { mismatches } from '../conversions/mismatches.js';
import { partOf, type MessagePart } from '../conversions/parts.js';
import { nearOf, rulesOf } from '../conversions/rule-places.js';
import { valuesOf } from '../conversions/values-of.js';
import { packages } from '../paths.js';
import { apiOf } from '../specification.js';

// A fixed seed: the values of a full run must produce exactly the listed losses.
const isFullRun = inject('isFullRun');
const runs = { numRuns: inject('isExhaustiveRun') ? 10_000 : isFullRun ? 1000 : 25, seed: 141 };
const [older, newer] = [apiOf('1.41'), apiOf('1.44')];

interface Loss {
  readonly difference: string;
  readonly message: 'request' | 'response';
  readonly why: string;
  /** The paths whose value differs after the round trip, by operation. */
  readonly at?: Readonly<Record<string, readonly string[]>>;
  /** The operations that refuse such a message. */
  readonly refused?: readonly string[];
}

const losses = parse(readFileSync(join(packages, 'conversions/test/v1.41/losses.yaml'), 'utf8')) as readonly Loss[];
const listed = new Set(
  losses.flatMap(({ message, difference, at = {}, refused = [] }) => [
    ...Object.entries(at).flatMap(([operation, places]) => places.map((place) => `${message} ${operation} ${place}`)),
    ...refused.map((operation) => `${message} ${operation} refused by ${difference}`),
  ]),
);
const occurredLosses = new Set<string>();

// Operations that differ only in headers, or exist at one version only, have no values to test.
const operations = Object.entries(conversions).filter(([id]) =>
  (['body', 'query', 'response'] as const).some((part) => partOf(older, id, part) && partOf(newer, id, part)),
);

const plain = { path: {}, query: {}, headers: {} };

describe.each(operations)('%s', (id, converters) => {
  const near = nearOf(rulesOf(rules[id as keyof typeof rules]));
  const requests = (['body', 'query'] as const).filter((part) => partOf(older, id, part) && partOf(newer, id, part));
  const typesOf = (part: MessagePart) => {
    const [one, other] = [partOf(older, id, part), partOf(newer, id, part)];
    if (one === undefined || other === undefined) throw new Error(`${id} has no ${part}`);
    return [one, other] as const;
  };
  const messageOf = (part: 'body' | 'query', value: unknown) =>
    part === 'query'
      ? { ...plain, operation: id, query: value as Record<string, unknown> }
      : { ...plain, operation: id, body: value };
  type Request = (request: { operation: string; path: object; query: object; headers: object; body?: never }) => {
    query: unknown;
    body?: unknown;
  };
  const converted = (convert: unknown, part: 'body' | 'query', value: unknown): unknown => {
    const result = (convert as Request)(messageOf(part, value) as never);
    return part === 'query' ? result.query : result.body;
  };

  it.each(requests)('request.downgrade(request.upgrade(x)) = x, for the %s', (part) => {
    const [one, other] = typesOf(part);
    fc.assert(
      fc.property(valuesOf(older, one, near), (value) => {
        const before = structuredClone(value);
        refusable('request', id, () => {
          const up = converted(converters.request.upgrade, part, value);
          expect(mismatches(newer, other, up, { api: older, type: one }, true).filter(isOfRules)).toEqual([]);
          const back = converted(converters.request.downgrade, part, up);
          for (const place of differingPaths(older, one, value, back)) occurredLosses.add(`request ${id} ${place}`);
        });
        expect(value).toEqual(before);
      }),
      runs,
    );
  });

  it.each(requests)('request.downgrade(y) matches 1.41, for the %s', (part) => {
    const [one, other] = typesOf(part);
    fc.assert(
      fc.property(valuesOf(newer, other, near), (value) => {
        let down: unknown;
        try {
          down = converted(converters.request.downgrade, part, value);
        } catch (error) {
          if (error instanceof Refusal) return;
          throw error;
        }
        expect(mismatches(older, one, down, { api: newer, type: other }, true)).toEqual([]);
      }),
      runs,
    );
  });

  if (partOf(older, id, 'response') !== undefined && partOf(newer, id, 'response') !== undefined) {
    it('response.upgrade(response.downgrade(y)) = y, and response.downgrade(y) matches 1.41', () => {
      const [one, other] = typesOf('response');
      const convert = (way: unknown, body: unknown) =>
        (way as (response: object) => { body?: unknown })({ status: 200, headers: {}, body }).body;
      fc.assert(
        fc.property(valuesOf(newer, other, near), (value) => {
          const before = structuredClone(value);
          refusable('response', id, () => {
            const down = convert(converters.response.downgrade, value);
            expect(mismatches(older, one, down, { api: newer, type: other }, false)).toEqual([]);
            const back = convert(converters.response.upgrade, down);
            for (const place of differingPaths(newer, other, value, back))
              occurredLosses.add(`response ${id} ${place}`);
          });
          expect(value).toEqual(before);
        }),
        runs,
      );
    });

    it('response.upgrade(x) matches 1.44', () => {
      const [one, other] = typesOf('response');
      fc.assert(
        fc.property(valuesOf(older, one, near), (body) => {
          const up = (converters.response.upgrade as (response: object) => { body?: unknown })({
            status: 200,
            headers: {},
            body,
          }).body;
          expect(mismatches(newer, other, up, { api: older, type: one }, false).filter(isOfRules)).toEqual([]);
        }),
        runs,
      );
    });
  }
});

/** Whether the conversion rules are responsible for a mismatch; a hook asks the engine for DNS names. */
function isOfRules(mismatch: string): boolean {
  return !mismatch.includes('DNSNames: missing');
}

function refusable(message: Loss['message'], operation: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    occurredLosses.add(`${message} ${operation} refused by ${error.difference ?? 'nobody'}`);
  }
}

describe('the list of losses', () => {
  it('contains every loss that occurs', () => {
    expect([...occurredLosses].filter((loss) => !listed.has(loss)).sort()).toEqual([]);
  });
  it.runIf(isFullRun)('contains only losses that occur', () => {
    expect([...listed].filter((loss) => !occurredLosses.has(loss))).toEqual([]);
  });
  it('names existing differences and reasons', () => {
    const ids = differences.map(({ id }) => id);
    for (const { difference, why } of losses) {
      expect(ids).toContain(difference);
      expect(why).toMatch(/^[A-Z].*\.$/);
    }
  });
});
