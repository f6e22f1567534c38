/**
 * Messages that are converted between neighbouring versions, or along a route of them, and back, are unchanged, except where a rule
 * of the route says so; what is refused is a difference of the route. `npm test` draws few values of each differing message, a
 * full run 200, an exhaustive run 10,000, and prints what it covered.
 */
import { steps } from '@lading/conversions';
import {
  convertersOf,
  Refusal,
  type Converters,
  type MayChange,
  type OperationConversion,
} from '@lading/runtime-conversion';
import fc from 'fast-check';
import type { Api } from 'lading/emitter';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { differingPaths } from '../conversions/differing-paths.js';
import { partOf, type MessagePart } from '../conversions/parts.js';
import { nearOf, placeOf, rulesOf } from '../conversions/rule-places.js';
import { valuesOf } from '../conversions/values-of.js';
import { apiOf, base, minorOf, newest, oldest, versions } from '../specification.js';

const isExhaustiveRun = inject('isExhaustiveRun');
const runs = { numRuns: isExhaustiveRun ? 10_000 : inject('isFullRun') ? 200 : 10, seed: inject('seed') };

/** The versions on the way to the base version. */
function wayFrom(version: string): readonly string[] {
  const extended = versions.find(({ document }) => document.version === version)?.extends;
  return extended === undefined ? [version] : [version, ...wayFrom(extended)];
}

/** The versions on the way from one that is not newer than the base version to the newest one. */
const toNewest = (older: string) => [...wayFrom(older), ...[...wayFrom(newest)].reverse().slice(1)];
const neighbours = versions.flatMap(({ document, extends: extended }): readonly (readonly [string, string])[] => {
  if (extended === undefined) return [];
  const { version } = document;
  return [minorOf(version) < minorOf(extended) ? [version, extended] : [extended, version]];
});

const isFullRun = inject('isFullRun') || isExhaustiveRun;

/** The versions of routes, the oldest first: pairs of neighbours, and the ways between far versions. Full runs have those below 1.41. */
const routes: readonly (readonly string[])[] = [
  ...neighbours.filter(([older]) => isFullRun || minorOf(older) > 41),
  toNewest(base),
  toNewest('1.41'),
  toNewest('1.42'),
  ...(isFullRun ? [oldest, '1.30', '1.35', '1.40'].map(wayFrom) : []),
  ...(isFullRun ? [toNewest(oldest)] : []),
];

type Rules = Readonly<Record<string, OperationConversion>>;

/** The rules of a step are those of the version that extends the other one. */
async function rulesBetween(older: string, newer: string): Promise<Rules> {
  const version = minorOf(newer) > minorOf(base) ? newer : older;
  const module = (await import(`../../../packages/conversions/gen/v${version}/clients.ts`)) as {
    readonly rules: Rules;
  };
  return module.rules;
}

const covered = new Map<string, number>();
const count = (route: string) => covered.set(route, (covered.get(route) ?? 0) + 1);

describe.each(
  routes.map((route) => ({
    name: `${route[0]} to ${route.at(-1)}${route.length > 2 ? ` by ${route.length - 1} steps` : ''}`,
    route,
  })),
)('$name', async ({ name, route }) => {
  const pairs = route.slice(1).map((newer, index) => [route[index] ?? '', newer] as const);
  const tables = await Promise.all(pairs.map(([older, newer]) => rulesBetween(older, newer)));
  const [older, newer] = [route[0] ?? '', route.at(-1) ?? ''].map(apiOf) as [Api, Api];
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

  // Vitest fails for a group without tests.
  if (cases.length === 0) it('no message of both versions differs', () => undefined);
  it.each(cases)('$id, $part: comes back, or a rule says why not', ({ id, part }) => {
    const converters = tables.flatMap((table) => (Object.hasOwn(table, id) ? [convertersOf(table[id] as never)] : []));
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
    const [step] = steps.filter(({ older: one, newer: other }) => route.join() === `${one},${other}`);
    const mayChange = part === 'response' ? step?.olderClients().mayChange?.(id) : undefined;
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
        if (mayChange !== undefined && there[0] !== undefined) assertUnchanged(mayChange, there[0], id, value);
      }),
      runs,
    );
    expect([...losses]).toEqual([]);
  });
});

afterAll(() => {
  if (isExhaustiveRun) process.stdout.write(`${[...covered].map((entry) => entry.join(': ')).join('\n')}\n`);
});

/** Asserts that a response which is not decoded would have stayed the same. */
function assertUnchanged(mayChange: MayChange, convert: Convert, id: string, value: unknown): void {
  const text = JSON.stringify(value);
  if (text === undefined || mayChange(new TextEncoder().encode(text), (name) => text.includes(name))) return;
  const body: unknown = JSON.parse(text);
  expect(convert(messageOf(id, 'response', body)).body).toEqual(JSON.parse(text));
}

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
