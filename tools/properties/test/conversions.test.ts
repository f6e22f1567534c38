/**
 * What is converted there and back again is the same, or the loss is listed; and what was converted fits the version that
 * it was converted to. `npm test` tries each operation and direction with a sample of the values of a full run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversions, differences, Refusal, rules, type Rule } from '@lading/overlay-v1.41';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { misfits } from '../conversions/misfits.js';
import { parted } from '../conversions/parted.js';
import { partOf, type Part } from '../conversions/parts.js';
import { valuesOf } from '../conversions/values-of.js';
import { apiOf } from '../conversions/versions.js';
import { packages } from '../places.js';

// Always the same values: the list of losses has to be met by those of a full run.
const isFullRun = inject('isFullRun');
const runs = { numRuns: isFullRun ? 10_000 : 60, seed: 141 };
const [older, newer] = [apiOf('1.41'), apiOf('1.44')];

interface Loss {
  readonly difference: string;
  readonly law: 'request' | 'response';
  readonly why: string;
  /** By operation: where the value that comes back is another one. */
  readonly at?: Readonly<Record<string, readonly string[]>>;
  /** Operations in which such a message does not come through at all. */
  readonly refused?: readonly string[];
}

const losses = parse(readFileSync(join(packages, 'v1.41/overlay/losses.yaml'), 'utf8')) as readonly Loss[];
const listed = new Set(
  losses.flatMap(({ law, difference, at = {}, refused = [] }) => [
    ...Object.entries(at).flatMap(([operation, places]) => places.map((place) => `${law} ${operation} ${place}`)),
    ...refused.map((operation) => `${law} ${operation} refused by ${difference}`),
  ]),
);
const met = new Set<string>();

// What differs in headers alone, or is there at one version only, has no values to try.
const operations = Object.entries(conversions).filter(([id]) =>
  (['body', 'query', 'response'] as const).some((part) => partOf(older, id, part) && partOf(newer, id, part)),
);

/** The paths that any rule of the operation speaks of. */
function nearOf(id: string): (path: string) => boolean {
  const all: readonly Rule[] = Object.values(rules[id as keyof typeof rules]).flatMap((way) => [
    ...way.up,
    ...way.down,
  ]);
  const paths = all.flatMap((rule) => {
    const { body, query, path } = rule.at;
    const place = body ?? (query === undefined ? '' : path === undefined ? query : `${query}.${path}`);
    const beside = place.replace(/\.?[^.\]}]*$/, '');
    const others = (rule.when ?? []).map(({ of }) => (beside === '' ? of : `${beside}.${of}`));
    return [place, ...others, ...('from' in rule && typeof rule.from === 'string' ? [rule.from] : [])];
  });
  // Below a place that a rule leaves to code, or looks into, nothing is known; two members deep is near enough.
  return (path) => paths.some((place) => place === path || place.startsWith(path) || isJustBelow(path, place));
}

function isJustBelow(path: string, place: string): boolean {
  return place !== '' && path.startsWith(place) && path.slice(place.length).split('.').length <= 2;
}

const plain = { path: {}, query: {}, headers: {} };

describe.each(operations)('%s', (id, converters) => {
  const near = nearOf(id);
  const requests = (['body', 'query'] as const).filter((part) => partOf(older, id, part) && partOf(newer, id, part));
  const typesOf = (part: Part) => {
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

  it.each(requests)('request.down(request.up(x)) = x, for the %s', (part) => {
    const [one, other] = typesOf(part);
    fc.assert(
      fc.property(valuesOf(older, one, near), (value) => {
        const before = structuredClone(value);
        refusable('request', id, () => {
          const up = converted(converters.request.up, part, value);
          expect(misfits(newer, other, up, { api: older, type: one }, true).filter(isOurs)).toEqual([]);
          const back = converted(converters.request.down, part, up);
          for (const place of parted(older, one, value, back)) met.add(`request ${id} ${place}`);
        });
        expect(value).toEqual(before);
      }),
      runs,
    );
  });

  it.each(requests)('request.down(y) fits 1.41, for the %s', (part) => {
    const [one, other] = typesOf(part);
    fc.assert(
      fc.property(valuesOf(newer, other, near), (value) => {
        let down: unknown;
        try {
          down = converted(converters.request.down, part, value);
        } catch (error) {
          if (error instanceof Refusal) return;
          throw error;
        }
        expect(misfits(older, one, down, { api: newer, type: other }, true)).toEqual([]);
      }),
      runs,
    );
  });

  if (partOf(older, id, 'response') !== undefined && partOf(newer, id, 'response') !== undefined) {
    it('response.up(response.down(y)) = y, and what lies between fits 1.41', () => {
      const [one, other] = typesOf('response');
      const convert = (way: unknown, body: unknown) =>
        (way as (response: object) => { body?: unknown })({ status: 200, headers: {}, body }).body;
      fc.assert(
        fc.property(valuesOf(newer, other, near), (value) => {
          const before = structuredClone(value);
          refusable('response', id, () => {
            const down = convert(converters.response.down, value);
            expect(misfits(older, one, down, { api: newer, type: other }, false)).toEqual([]);
            const back = convert(converters.response.up, down);
            for (const place of parted(newer, other, value, back)) met.add(`response ${id} ${place}`);
          });
          expect(value).toEqual(before);
        }),
        runs,
      );
    });

    it('response.up(x) fits 1.44', () => {
      const [one, other] = typesOf('response');
      fc.assert(
        fc.property(valuesOf(older, one, near), (body) => {
          const up = (converters.response.up as (response: object) => { body?: unknown })({
            status: 200,
            headers: {},
            body,
          }).body;
          expect(misfits(newer, other, up, { api: older, type: one }, false).filter(isOurs)).toEqual([]);
        }),
        runs,
      );
    });
  }
});

/** Names that only an engine knows are a step's to find out. */
function isOurs(misfit: string): boolean {
  return !misfit.includes('DNSNames: missing');
}

function refusable(law: Loss['law'], operation: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    met.add(`${law} ${operation} refused by ${error.difference ?? 'nobody'}`);
  }
}

describe('the list of losses', () => {
  it('names every loss that occurs', () => {
    expect([...met].filter((loss) => !listed.has(loss)).sort()).toEqual([]);
  });
  it.runIf(isFullRun)('names none that does not occur', () => {
    expect([...listed].filter((loss) => !met.has(loss))).toEqual([]);
  });
  it('cites differences that there are, and says why', () => {
    const known = differences.map(({ id }) => id);
    for (const { difference, why } of losses) {
      expect(known).toContain(difference);
      expect(why).toMatch(/^[A-Z].*\.$/);
    }
  });
});
