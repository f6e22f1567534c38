/** The generated server accepts every request that the reference shows, including the rules between fields. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GroupPage } from 'lading/testing';
import { packages } from '../paths.js';
import { contracts, requestCheckerOf, accepted } from '../servers/request-checker.js';

describe.each(Object.entries(contracts))('%s', (version, contract) => {
  const checkRequest = requestCheckerOf(contract);
  const groups = join(packages, `v${version}`, 'docs', 'dist', 'pages', 'groups');
  // Operations with an upgrade need a connection.
  const operations = readdirSync(groups)
    .flatMap((file) => (JSON.parse(readFileSync(join(groups, file), 'utf8')) as GroupPage).operations)
    .filter(({ examples }) => examples.response.status !== '101');

  test('has operations', () => expect(operations.length).toBeGreaterThan(50));

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    async (_id, { method, code, examples }) => {
      const command = code.curl.replaceAll('{version}', version);
      const [, address = ''] = /'http:\/\/localhost(\/[^']*)'/.exec(command) ?? [];
      const query = [...command.matchAll(/--data-urlencode '([^'=]+)=([^']*)'/g)].map(
        ([, name = '', value = '']) => `${name}=${encodeURIComponent(value)}`,
      );
      const url = command.includes('--get') ? `${address}?${query.join('&')}` : address;
      const headers = Object.fromEntries(
        [...command.matchAll(/-H '([^:']+): ([^']*)'/g)].map(([, name = '', value = '']) => [
          name.toLowerCase(),
          value,
        ]),
      );
      const body = examples.request === undefined ? {} : { body: JSON.stringify(examples.request.body) };
      const { status, message } = await checkRequest({ method, url, headers, ...body });
      expect(message).toBe('accepted');
      expect(status).toBe(accepted);
    },
  );

  test('no figures of a sample contradict each other', () => {
    const found = operations.flatMap(({ id, examples }) =>
      [examples.request?.body, examples.response.body].flatMap((body) =>
        contradictions(body).map((one) => `${id}: ${one}`),
      ),
    );
    expect(found).toEqual([]);
  });
});

/** A figure, and another one beside it that it does not exceed. */
const limits = [
  ['usage', 'limit'],
  ['current', 'limit'],
  ['current', 'total'],
  ['Memory', 'MemorySwap'],
  ['MemoryReservation', 'Memory'],
  ['Soft', 'Hard'],
] as const;

/** A figure, and those of which it is the sum. */
const sums = [
  ['Containers', ['ContainersRunning', 'ContainersPaused', 'ContainersStopped']],
  ['total_usage', ['usage_in_kernelmode', 'usage_in_usermode']],
] as const;

const seconds = (nanoseconds: number) => Math.floor(nanoseconds / 1e9);

/** Returns the figures of a value, at any depth, that cannot be true at once. */
function contradictions(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const figures = value as Readonly<Record<string, unknown>>;
  const number = (name: string) => (typeof figures[name] === 'number' ? figures[name] : undefined);
  const own = [
    ...limits.filter(([low, high]) => (number(low) ?? 0) > (number(high) ?? Infinity)),
    ...sums.filter(([total, parts]) => {
      const all = parts.map(number);
      const sum = all.reduce<number>((so, one) => so + (one ?? 0), 0);
      return number(total) !== undefined && !all.includes(undefined) && number(total) !== sum;
    }),
    ...('timeNano' in figures && number('time') !== seconds(number('timeNano') ?? 0) ? ['time'] : []),
    // JSON of a double that has lost digits is another number than the one that was written.
    ...Object.entries(figures).filter(
      ([, one]) => typeof one === 'number' && !Number.isSafeInteger(one) && String(one).replace(/0+$/, '').length > 15,
    ),
  ].map(String);
  return [...own, ...Object.values(figures).flatMap(contradictions)];
}
