/** Tests the list of conversions: every version leads to every other one, and a message arrives converted. */
import { readFileSync } from 'node:fs';
import { conversionRoutes, providersOf, Refusal } from '@lading/runtime-conversion';
import { describe, expect, it } from 'vitest';
import { steps } from '../gen/index.js';
import { contracts } from '../gen/contracts.js';

const conversionOf = conversionRoutes(providersOf(steps));
const versions = [...new Set(steps.flatMap(({ older, newer }) => [older, newer]))];

it('contains every version of the specification', () => {
  expect([...versions].sort()).toEqual(Object.keys(contracts).sort());
  const list = readFileSync(new URL('../../../spec/versions.yaml', import.meta.url), 'utf8');
  const listed = [...list.matchAll(/^(?:root: |  - ).*v([\d.]+)(?:\.yaml|\/)/gm)].map(([, version]) => version);
  expect([...versions].sort()).toEqual(listed.sort());
});

it('leads from every version to every other one', () => {
  const pairs = versions.flatMap((client) =>
    versions.filter((engine) => engine !== client).map((engine) => [client, engine] as const),
  );
  const routes = pairs.map(([client, engine]) => conversionOf(client, engine));
  expect(routes.map(({ client, engine }) => [client, engine])).toEqual(pairs);
  for (const route of routes) expect(route.of('ContainerRename')).toBeUndefined();
});

it('names the differences that rules refer to, each with sentences', () => {
  for (const { older, differences } of steps) {
    expect(
      differences.map(({ id }) => id),
      older,
    ).toContain('version');
    for (const { descriptions } of differences) expect(descriptions.length).toBeGreaterThan(0);
  }
});

describe('clients of 1.24 on an engine of 1.44', () => {
  const { of } = conversionOf('1.24', '1.44');
  const create = async (body: object) => {
    const sent: unknown[] = [];
    const call = of('ContainerCreate');
    await call?.(
      { operation: 'ContainerCreate', path: {}, query: {}, headers: {}, body },
      async (message) => {
        sent.push(message.body);
        return { status: 201, headers: {}, body: { Id: 'a', Warnings: [] } };
      },
      () => Promise.reject(new Error('nothing is asked')),
    );
    return sent;
  };
  it('create containers that they remove themselves', async () => {
    expect(await create({ Image: 'a', HostConfig: { AutoRemove: true } })).toEqual([
      expect.objectContaining({ Image: 'a', HostConfig: expect.not.objectContaining({ AutoRemove: true }) as unknown }),
    ]);
  });
  it('are refused what no engine allows them', async () => {
    const call = of('SecretCreate');
    const message = { operation: 'SecretCreate', path: {}, query: {}, headers: {} };
    const body = { Name: 'a', Templating: { Name: 'golang' } };
    await expect(
      call?.(
        { ...message, body },
        () => Promise.reject(new Error('nothing is sent')),
        () => Promise.reject(new Error()),
      ),
    ).rejects.toThrow(Refusal);
  });
});

describe('the entry point of a version', () => {
  // Of two neighbours, the one that is farther from the base version extends the other.
  const versionOf = ({ older, newer }: (typeof steps)[number]) => (Number(newer.slice(2)) <= 44 ? older : newer);
  it.each(steps.map((step) => [versionOf(step), step] as const))(
    '%s has the same rules and differences',
    async (version, step) => {
      const entry = (await import(`@lading/conversions/v${version}`)) as Pick<
        typeof import('@lading/conversions/v1.41'),
        'differences' | 'olderClients' | 'newerClients'
      >;
      expect(entry.differences).toEqual(step.differences);
      expect([entry.olderClients().client, entry.newerClients().client]).toEqual([step.older, step.newer]);
    },
  );
});
