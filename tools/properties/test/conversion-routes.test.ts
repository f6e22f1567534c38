/**
 * Messages that are converted between neighbouring versions, or along a route of them, and back, are unchanged, except where a rule
 * of the route says so; what is refused is a difference of the route. `npm test` draws few values of each differing message, a
 * full run 200, an exhaustive run 10,000, and prints what it covered.
 */
import { steps } from '@lading/conversions';
import { convertersOf, Refusal, type Converters, type OperationConversion } from '@lading/runtime-overlay';
import fc from 'fast-check';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { differingPaths } from '../conversions/differing-paths.js';
import { partOf, type MessagePart } from '../conversions/parts.js';
import { nearOf, placeOf, rulesOf } from '../conversions/rule-places.js';
import { valuesOf } from '../conversions/values-of.js';
import { apiOf } from '../specification.js';

const isExhaustiveRun = inject('isExhaustiveRun');
const runs = { numRuns: isExhaustiveRun ? 10_000 : inject('isFullRun') ? 200 : 10, seed: inject('seed') };

/** The versions of a route, the oldest first, and the version whose overlay each step is. */
const routes = [
  ['1.42', '1.43'],
  ['1.43', '1.44'],
  ['1.44', '1.45'],
  ['1.45', '1.46'],
  ['1.46', '1.47'],
  ['1.47', '1.48'],
  ['1.48', '1.49'],
  ['1.49', '1.50'],
  ['1.50', '1.51'],
  ['1.51', '1.52'],
  ['1.44', '1.45', '1.46', '1.47', '1.48', '1.49', '1.50', '1.51', '1.52'],
  ['1.41', '1.44', '1.45', '1.46', '1.47', '1.48', '1.49', '1.50', '1.51', '1.52'],
  ['1.42', '1.43', '1.44', '1.45', '1.46', '1.47', '1.48', '1.49', '1.50', '1.51', '1.52'],
] as const;

type Rules = Readonly<Record<string, OperationConversion>>;

/** The rules of a step are those of the version that extends the other one. */
async function rulesBetween(older: string, newer: string): Promise<Rules> {
  const version = Number(newer.slice(2)) > 44 ? newer : older;
  const module = (await import(`../../../packages/conversions/gen/v${version}/rules.ts`)) as { readonly rules: Rules };
  return module.rules;
}

const covered = new Map<string, number>();
const count = (route: string) => covered.set(route, (covered.get(route) ?? 0) + 1);

describe.each(routes.map((versions) => ({ name: `${versions[0]} to ${versions.at(-1)}`, versions })))(
  '$name',
  async ({ name, versions }) => {
    const pairs = versions.slice(1).map((newer, index) => [versions[index] ?? '', newer] as const);
    const tables = await Promise.all(pairs.map(([older, newer]) => rulesBetween(older, newer)));
    const [older, newer] = [apiOf(versions[0]), apiOf(versions.at(-1) ?? '')];
    const differences = new Set(
      pairs
        .flatMap(([one, other]) =>
          steps.filter((step) => step.older === one && step.newer === other).flatMap((step) => step.differences),
        )
        .map(({ id }) => id),
    );
    const ids = [...new Set(tables.flatMap((table) => Object.keys(table)))];

    const cases = ids.flatMap((id) =>
      (['body', 'query', 'response'] as const)
        .filter((part) => partOf(older, id, part) && partOf(newer, id, part))
        .map((part) => ({ id, part })),
    );

    it.each(cases)('$id, $part: comes back, or a rule says why not', ({ id, part }) => {
      const converters = tables.flatMap((table) =>
        Object.hasOwn(table, id) ? [convertersOf(table[id] as never)] : [],
      );
      const rules = tables.flatMap((table) =>
        Object.hasOwn(table, id) ? rulesOf(table[id] as OperationConversion) : [],
      );
      const places = rules.map(placeOf);
      // Requests begin with the older version, responses with the newer one.
      const [api, there, back] =
        part === 'response'
          ? ([newer, [...converters].reverse().map(downgrade), converters.map(upgrade)] as const)
          : ([older, converters.map(upgrade), [...converters].reverse().map(downgrade)] as const);
      const type = partOf(api, id, part);
      if (type === undefined) throw new Error(`${id} has no ${part}`);
      const losses = new Set<string>();
      fc.assert(
        fc.property(valuesOf(api, type, nearOf(rules)), (value) => {
          const before = structuredClone(value);
          count(name);
          try {
            const message = messageOf(id, part, value);
            const result = [...there, ...back].reduce<Message>((each, convert) => convert(each), message);
            const lost = differingPaths(api, type, value, contentOf(result, part));
            for (const path of lost) if (!isNamed(path, places)) losses.add(path);
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            if (!differences.has(error.difference ?? '')) losses.add(`refused: ${error.message}`);
          }
          expect(value).toEqual(before);
        }),
        runs,
      );
      expect([...losses]).toEqual([]);
    });
  },
);

afterAll(() => {
  if (isExhaustiveRun) process.stdout.write(`${[...covered].map((entry) => entry.join(': ')).join('\n')}\n`);
});

type Message = Parameters<Converters['response']['upgrade']>[0] & Parameters<Converters['request']['upgrade']>[0];
type Convert = (message: Message) => Message;

function upgrade({ request, response }: Converters): Convert {
  return (message) => (message.status === 0 ? request.upgrade(message) : response.upgrade(message)) as Message;
}

function downgrade({ request, response }: Converters): Convert {
  return (message) => (message.status === 0 ? request.downgrade(message) : response.downgrade(message)) as Message;
}

/** A message with a part; requests have the status 0. */
function messageOf(operation: string, part: MessagePart, value: unknown): Message {
  const plain = { operation, path: {}, query: {}, headers: {}, status: part === 'response' ? 200 : 0 };
  return (part === 'query' ? { ...plain, query: value } : { ...plain, body: value }) as Message;
}

function contentOf(message: Message, part: MessagePart): unknown {
  return part === 'query' ? message.query : message.body;
}

/** Whether a rule names the path, something above it, or something below it. */
function isNamed(path: string, places: readonly string[]): boolean {
  const isWithin = (inner: string, outer: string): boolean =>
    inner === outer || (inner.startsWith(outer) && /^[.[{]/.test(inner.slice(outer.length)));
  return places.some((place) => place !== '' && (isWithin(path, place) || isWithin(place, path)));
}
