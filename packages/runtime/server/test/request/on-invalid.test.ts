/** The options `onInvalid` and `onMistyped`: errors in the words of an engine, for requests that do not fit the contract. */
import { expect, it } from 'vitest';
import { BadRequest, createEngineServer } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { request, textOf } from '../server/request.js';

it.each([
  [{ HostConfig: { ShmSize: -1 } }, 'size -1'],
  [{ HostConfig: { NanoCpus: 1, CpuPeriod: 1 } }, 'size undefined'],
  [{ HostConfig: { ShmSize: 'x' } }, '/body/HostConfig/ShmSize must be an integer'],
  [{ HostConfig: { ShmSize: -1, CpuPeriod: 'x' } }, expect.stringContaining('/body/HostConfig/ShmSize must be')],
])('%j', async (body, message) => {
  const server = createEngineServer(
    contract,
    {},
    {
      onInvalid(operation, { body: read }) {
        const { HostConfig } = read as { readonly HostConfig: { readonly ShmSize?: number } };
        if (operation === 'ContainerCreate') throw new BadRequest(`size ${HostConfig.ShmSize}`);
      },
    },
  );
  const headers = { 'content-type': 'application/json' };
  const response = await server.handle(request('POST', '/containers/create', headers, JSON.stringify(body)));
  expect([response.status, JSON.parse(await textOf(response))]).toEqual([400, { message }]);
});

it('a wrong type reaches onMistyped alone, with the value as it came', async () => {
  const server = createEngineServer(
    contract,
    {},
    {
      onInvalid() {
        throw new Error('not called');
      },
      onMistyped(operation, { body, url, contract: { id } }) {
        throw new BadRequest(`${operation} ${id} ${url} ${JSON.stringify(body)}`);
      },
    },
  );
  const body = '{"HostConfig":{"ShmSize":"x"}}';
  const headers = { 'content-type': 'application/json' };
  const response = await server.handle(request('POST', '/containers/create?name=web', headers, body));
  const message = `ContainerCreate ContainerCreate /containers/create?name=web ${body}`;
  expect([response.status, JSON.parse(await textOf(response))]).toEqual([400, { message }]);
});
