/** Tests routes along the tree of versions, and which conversions they load. */
import { expect, it } from 'vitest';
import {
  conversionOf,
  conversionRoutes,
  type ResponseMessage,
  type Conversion,
  type ConversionProvider,
  type OperationConversion,
} from '../src/index.js';
import { requestOf } from './scene.js';

/** The base version is 1.3. 1.2 and 1.4 extend it, 1.1 extends 1.2. Each version has one property more: 1.2 has `In12`. */
const neighbours = [
  ['1.1', '1.2'],
  ['1.2', '1.3'],
  ['1.3', '1.4'],
] as const;

function scene() {
  const loaded: string[] = [];
  const conversionBetween = (older: string, newer: string, requests: 'upgrade' | 'downgrade'): Conversion => {
    const property = `In${newer.replace('.', '')}`;
    const added = { body: property };
    const difference: OperationConversion = {
      request: {
        upgrade: [{ rule: 'set', at: added, value: 'default' }],
        downgrade: [{ rule: 'drop', at: added, warning: `${property} is lost` }],
      },
      response: { upgrade: [{ rule: 'set', at: added, value: 'unset' }], downgrade: [{ rule: 'drop', at: added }] },
    };
    const [client, engine] = requests === 'upgrade' ? [older, newer] : [newer, older];
    return conversionOf({ client, engine, requests, operations: { BoxCreate: difference }, hooks: {} });
  };
  const provider = (older: string, newer: string, requests: 'upgrade' | 'downgrade'): ConversionProvider => {
    const [client, engine] = requests === 'upgrade' ? [older, newer] : [newer, older];
    return {
      client,
      engine,
      load: () => (loaded.push(`${client} to ${engine}`), conversionBetween(older, newer, requests)),
    };
  };
  const providers = neighbours.flatMap(([older, newer]) => [
    provider(older, newer, 'upgrade'),
    provider(older, newer, 'downgrade'),
  ]);
  return { loaded, providers, route: conversionRoutes(providers) };
}

async function served(conversion: Conversion, body: object) {
  let received: unknown;
  const response = await conversion.of('BoxCreate')?.(
    requestOf({ body }),
    async (message): Promise<ResponseMessage> => {
      received = message.body;
      return { status: 200, headers: {}, body: message.body };
    },
    () => Promise.reject(new Error('rules ask nothing')),
  );
  return { received, response: response?.body };
}

it('older clients reach a newer implementation on the other side of the base version', async () => {
  const { route } = scene();
  const conversion = route('1.1', '1.4');
  expect([conversion.client, conversion.engine]).toEqual(['1.1', '1.4']);
  expect(await served(conversion, { In11: 'a' })).toEqual({
    received: { In11: 'a', In12: 'default', In13: 'default', In14: 'default' },
    response: { In11: 'a' },
  });
});

it('newer clients reach an older implementation, and are warned of each loss', async () => {
  const { route } = scene();
  const conversion = route('1.4', '1.1');
  expect(await served(conversion, { In11: 'a', In13: 'c', In14: 'd' })).toEqual({
    received: { In11: 'a' },
    response: {
      In11: 'a',
      In12: 'unset',
      In13: 'unset',
      In14: 'unset',
      Warnings: ['In14 is lost', 'In13 is lost'],
    },
  });
  expect(conversion.losses?.('BoxCreate').map(({ client, engine, rule: { at } }) => [client, engine, at.body])).toEqual(
    [
      ['1.4', '1.3', 'In14'],
      ['1.3', '1.2', 'In13'],
      ['1.2', '1.1', 'In12'],
    ],
  );
});

it('nothing is loaded until a route is asked for an operation, and each conversion once', () => {
  const { loaded, route } = scene();
  const [far, near] = [route('1.1', '1.3'), route('1.2', '1.3')];
  expect(loaded).toEqual([]);
  near.of('BoxCreate');
  near.bodies?.('BoxCreate');
  expect(loaded).toEqual(['1.2 to 1.3']);
  far.of('BoxCreate');
  far.of('BoxList');
  expect(loaded).toEqual(['1.2 to 1.3', '1.1 to 1.2']);
});

it('the shortest route is taken', () => {
  const { loaded, providers } = scene();
  const direct: ConversionProvider = {
    client: '1.1',
    engine: '1.3',
    load: () => (loaded.push('direct'), { client: '1.1', engine: '1.3', of: () => undefined }),
  };
  expect(conversionRoutes([...providers, direct])('1.1', '1.3').of('BoxCreate')).toBeUndefined();
  expect(loaded).toEqual(['direct']);
});

it('of two conversions between the same versions the last counts', () => {
  const { loaded, providers } = scene();
  const other: ConversionProvider = {
    client: '1.2',
    engine: '1.3',
    load: () => ({ client: '1.2', engine: '1.3', of: () => undefined }),
  };
  expect(conversionRoutes([...providers, other])('1.2', '1.3').of('BoxCreate')).toBeUndefined();
  expect(loaded).toEqual([]);
});

it.each([
  ['1.1', '1.9'],
  ['1.9', '1.1'],
])('no route leads from %s to %s', (client, engine) => {
  const { route } = scene();
  expect(() => route(client, engine)).toThrow(
    new Error(`no conversions lead from version ${client} to version ${engine}`),
  );
});

it('rejects a conversion whose versions differ from those of its provider', () => {
  const wrong = conversionRoutes([
    { client: '1', engine: '2', load: () => ({ client: '1', engine: '3', of: () => undefined }) },
  ]);
  expect(() => wrong('1', '2').of('BoxCreate')).toThrow(new Error('the conversion of 1 to 2 converts 1 to 3 instead'));
});
