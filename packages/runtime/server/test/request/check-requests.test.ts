/** The option `checkRequests`: complete checks, or checks of types only. */
import { expect, it } from 'vitest';
import { createEngineServer, type Call } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { request } from '../server/request.js';

const body = (value: unknown): readonly [string, string, unknown] => ['POST', '/containers/create', value];

it.each<[name: string, given: readonly [method: string, url: string, body?: unknown], isType: boolean]>([
  ['a limit', body({ HostConfig: { ShmSize: -1 } }), false],
  ['a rule of a number', body({ HostConfig: { Memory: 1 } }), false],
  ['an enum', body({ HostConfig: { Mounts: [{ Type: 'x' }] } }), false],
  ['a rule between properties', body({ HostConfig: { NanoCpus: 1, CpuPeriod: 1 } }), false],
  ['a rule between the query and the body', body({ Hostname: 'h', HostConfig: { NetworkMode: 'container:x' } }), false],
  ['a pattern', ['POST', '/containers/create?name=!', {}], false],
  ['the name of a filter', ['GET', '/containers/json?filters={"no":["a"]}'], false],
  ['a required parameter', ['GET', '/containers/a/archive'], false],
  ['a type', body({ Image: 1 }), true],
  ['a nested type', body({ HostConfig: { Mounts: [{ Source: 1 }] } }), true],
  ['a number outside the range of its format', body({ HostConfig: { ShmSize: 1e300 } }), true],
  ['a number in a query', ['GET', '/containers/json?limit=x'], true],
  ['a filter that is not JSON', ['GET', '/containers/json?filters={'], true],
])('%s', async (_, [method, url, value], isType) => {
  const statusWith = async (checkRequests: 'all' | 'types'): Promise<number> => {
    let seen: Call | undefined;
    const fallback = (call: Call): unknown => {
      seen = call;
      return undefined;
    };
    const server = createEngineServer(contract, {}, { checkRequests, checkResponses: 'off', fallback });
    const text = value === undefined ? undefined : JSON.stringify(value);
    const type = { 'content-type': 'application/json' };
    const { status } = await server.handle(request(method, encodeURI(url), type, text));
    // Values that are not checked reach the handler unchanged.
    if (status < 400 && value !== undefined) expect(seen?.body).toEqual(value);
    return status;
  };
  expect(await statusWith('all')).toBe(400);
  expect((await statusWith('types')) === 400).toBe(isType);
});
